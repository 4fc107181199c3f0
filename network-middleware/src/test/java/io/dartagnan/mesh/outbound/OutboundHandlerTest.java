package io.dartagnan.mesh.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mesh.Limits;
import io.dartagnan.mesh.Timing;
import io.dartagnan.mesh.Versions;
import io.dartagnan.mesh.connection.Frame;
import io.dartagnan.mesh.connection.MeshCounters;
import io.dartagnan.mesh.connection.SessionFailure;
import io.dartagnan.mpc.Party;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
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
