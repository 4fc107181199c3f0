package io.dartagnan.mesh.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mesh.Limits;
import io.dartagnan.mesh.SessionId;
import io.dartagnan.mesh.ThreeMeshes;
import io.dartagnan.mesh.Timing;
import io.dartagnan.mesh.Versions;
import io.dartagnan.mesh.connection.Frame;
import io.dartagnan.mesh.connection.MeshCounters;
import io.dartagnan.mesh.connection.SessionFailure;
import io.dartagnan.mpc.Party;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A dialler that has proved who it is, and greets. */
class OutboundHandlerTest {
  private final MeshCounters counters = new MeshCounters(Limits.DEFAULT);
  private final OutboundConnection connection =
      new OutboundConnection(Party.P1, "rs1", 1, ended -> {});
  private final EmbeddedChannel channel =
      new EmbeddedChannel(
          new OutboundHandler(
              Party.P0,
              Versions.ALL,
              connection,
              "rs1:1",
              Timing.of(Duration.ofSeconds(30)),
              counters));

  @BeforeEach
  void greet() {
    channel.pipeline().fireUserEventTriggered(SslHandshakeCompletionEvent.SUCCESS);
    ReferenceCountUtil.release(channel.readOutbound());
  }

  @AfterEach
  void close() {
    channel.close();
  }

  private void welcome(int window) {
    channel.writeInbound(Frame.welcome(channel.alloc(), Versions.ALL, new byte[32], window));
  }

  @Test
  void aConnectionCountsWhileItIsThere() {
    welcome(1 << 16);
    assertThat(connection.isEstablished()).isTrue();
    assertThat(counters.connectionsOpen()).isEqualTo(1);
    channel.close();
    assertThat(counters.connectionsOpen()).isZero();
    assertThat(counters.connectionsDialled()).isEqualTo(1);
    assertThat(counters.connectionsLost()).isEqualTo(1);
  }

  @Test
  void aConnectionThatEndedBeforeItWasWelcomeDoesNotCount() {
    connection.end(SessionFailure.noticed(null, "it was retired", null));
    welcome(1 << 16);
    channel.close();
    assertThat(counters.connectionsOpen()).isZero();
    assertThat(counters.connectionsDialled()).isZero();
    assertThat(counters.connectionsLost()).isZero();
  }

  /** It may name addresses, and files. */
  @Test
  void whatAnExceptionSaysIsForThisPartyAlone() {
    SessionFailure lost = lostBy(new IOException("10.0.0.3: reset"));
    assertThat(lost.reason()).isEqualTo("at rs1:1: 10.0.0.3: reset");
    assertThat(lost.told()).isEqualTo("party 1: the connection to it failed");
  }

  @Test
  void whatAPeerDidWrongIsToldWithoutItsAddress() {
    SessionFailure lost = lostBy(new Frame.MalformedFrameException("sent nonsense"));
    assertThat(lost.reason()).isEqualTo("at rs1:1: sent nonsense");
    assertThat(lost.told()).isEqualTo("party 1: sent nonsense");
  }

  private SessionFailure lostBy(Exception cause) {
    List<SessionFailure> lost = new ArrayList<>();
    connection.attach(
        new OutboundConnection.AttachedSession() {
          @Override
          public SessionId session() {
            return ThreeMeshes.newId();
          }

          @Override
          public void join(OutboundConnection to) {}

          @Override
          public void credit(int stream, int bytes) {}

          @Override
          public void aborted(String reason) {}

          @Override
          public void lost(SessionFailure why) {
            lost.add(why);
          }
        });
    channel.pipeline().fireExceptionCaught(cause);
    assertThat(lost).hasSize(1);
    return lost.get(0);
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 1, 1023, (1 << 30) + 1})
  void aWindowThatNoMeshHasEndsTheConnection(int window) {
    connection.dialled(channel);
    welcome(window);
    channel.runPendingTasks();
    assertThat(connection.isEstablished()).isFalse();
    assertThat(channel.isOpen()).isFalse();
  }
}
