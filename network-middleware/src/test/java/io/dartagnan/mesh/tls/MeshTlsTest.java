package io.dartagnan.mesh.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dartagnan.mesh.NoLeaks;
import io.dartagnan.mesh.TestCertificates;
import io.dartagnan.mpc.Party;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.DefaultEventLoopGroup;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.local.LocalAddress;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.local.LocalServerChannel;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two ends of one connection, each with either provider. */
@ExtendWith(NoLeaks.class)
class MeshTlsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Time that a connection outlives the pin of its certificate, and may take to be made. */
  private static final Duration GRACE = Duration.ofSeconds(3);

  private static final String COMBINATIONS =
      """
      JDK, JDK
      JDK, OPENSSL
      OPENSSL, JDK
      OPENSSL, OPENSSL
      """;

  private static Path folder;
  private static TestCertificates made;
  private EventLoopGroup loops;
  private ChannelGroup channels;

  @BeforeAll
  static void makeCertificates(@TempDir Path shared) throws Exception {
    folder = shared;
    made = TestCertificates.in(shared);
  }

  @BeforeEach
  void start() {
    loops = new DefaultEventLoopGroup(1);
    channels = new DefaultChannelGroup(loops.next(), true);
  }

  @AfterEach
  void stop() {
    assertThat(channels.close().awaitUninterruptibly(PATIENCE.toMillis())).isTrue();
    assertThat(
            loops
                .shutdownGracefully(0, 10, TimeUnit.SECONDS)
                .awaitUninterruptibly(PATIENCE.toMillis()))
        .isTrue();
  }

  private static TlsIdentity identity(Party party, Path truststore) {
    return new TlsIdentity(made.keystore(party), made.password(), truststore, made.password());
  }

  /** State of one end: the party that the other proved to be. */
  private static final class End extends ChannelInboundHandlerAdapter {
    private final MeshTls tls;
    private final CompletableFuture<Party> peer;

    End(MeshTls tls, CompletableFuture<Party> peer) {
      this.tls = tls;
      this.peer = peer;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
      if (event instanceof SslHandshakeCompletionEvent handshake && handshake.isSuccess()) {
        peer.complete(tls.peerOf(context.channel()));
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }
  }

  private Channel connect(MeshTls zero, MeshTls one, CompletableFuture<Party> seenByZero)
      throws InterruptedException {
    LocalAddress address = new LocalAddress(MeshTlsTest.class);
    Channel listening =
        new ServerBootstrap()
            .group(loops)
            .channel(LocalServerChannel.class)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channels.add(channel);
                    zero.accept(channel);
                    channel.pipeline().addLast(new End(zero, seenByZero));
                  }
                })
            .bind(address)
            .sync()
            .channel();
    channels.add(listening);
    return new Bootstrap()
        .group(loops)
        .channel(LocalChannel.class)
        .handler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel channel) {
                channels.add(channel);
                one.dial(channel, Party.P0);
                channel.pipeline().addLast(new End(one, new CompletableFuture<>()));
              }
            })
        .connect(listening.localAddress())
        .sync()
        .channel();
  }

  @ParameterizedTest
  @CsvSource(textBlock = COMBINATIONS)
  void theTwoProvidersSpeakToEachOther(TlsProvider accepting, TlsProvider dialling)
      throws Exception {
    Path trusted = made.truststore();
    try (MeshTls zero =
            MeshTls.load(Party.P0, identity(Party.P0, trusted).withProvider(accepting), PATIENCE);
        MeshTls one =
            MeshTls.load(Party.P1, identity(Party.P1, trusted).withProvider(dialling), PATIENCE)) {
      CompletableFuture<Party> seenByZero = new CompletableFuture<>();
      Channel dialled = connect(zero, one, seenByZero);
      assertThat(seenByZero.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(Party.P1);
      assertThat(one.peerOf(dialled)).isEqualTo(Party.P0);
      dialled.close().sync();
      assertThat(zero.rejections().total() + one.rejections().total()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "error:100003fc:SSL routines:OPENSSL_internal:SSLV3_ALERT_BAD_RECORD_MAC",
        "Received fatal alert: bad_record_mac"
      })
  void bytesThatWereChangedOnTheirWayAreNoWordAboutTheCertificate(String message) {
    assertThat(HandshakeRejection.of(new SSLException(message))).contains(HandshakeRejection.OTHER);
  }

  @ParameterizedTest
  @EnumSource(
      value = TlsProvider.class,
      names = {"JDK", "OPENSSL"})
  void aConnectionEndsWhenItsCertificateTurnsOutToBeAnotherPartys(TlsProvider accepting)
      throws Exception {
    Path confused = folder.resolve("confused-" + accepting + ".p12");
    made.writeTruststore(
        confused,
        Map.of(
            "party-0", made.keystore(Party.P0),
            "party-1", made.keystore(Party.P2),
            "party-2", made.keystore(Party.P1)));
    TlsIdentity corrected = identity(Party.P0, confused).withPollInterval(Duration.ofHours(1));
    try (MeshTls zero = MeshTls.load(Party.P0, corrected.withProvider(accepting), GRACE);
        MeshTls one = MeshTls.load(Party.P1, identity(Party.P1, made.truststore()), PATIENCE)) {
      CompletableFuture<Party> seenByZero = new CompletableFuture<>();
      Channel dialled = connect(zero, one, seenByZero);
      assertThat(seenByZero.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(Party.P2);

      TestCertificates.replace(confused, Files.readAllBytes(made.truststore()));
      zero.certificates().refresh();
      assertThat(dialled.closeFuture().await(PATIENCE.toMillis()))
          .as("whoever passed for party 2 is disconnected")
          .isTrue();
      assertThat(zero.rejections().toString()).isEqualTo("{UNPINNED=1}");
    }
  }

  @ParameterizedTest
  @CsvSource(textBlock = COMBINATIONS)
  void theOneThatIsRefusedKnowsThatItWas(TlsProvider accepting, TlsProvider dialling)
      throws Exception {
    Path other = folder.resolve("another-party-1.p12");
    made.writeTruststore(
        other,
        Map.of(
            "party-0", made.keystore(Party.P0),
            "party-1", made.nextKeystore(),
            "party-2", made.keystore(Party.P2)));
    try (MeshTls zero =
            MeshTls.load(Party.P0, identity(Party.P0, other).withProvider(accepting), PATIENCE);
        MeshTls one =
            MeshTls.load(
                Party.P1, identity(Party.P1, made.truststore()).withProvider(dialling), PATIENCE)) {
      connect(zero, one, new CompletableFuture<>());
      await("both have counted it")
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                assertThat(zero.rejections().toString()).isEqualTo("{UNKNOWN_CERTIFICATE=1}");
                assertThat(one.rejections().toString()).isEqualTo("{REFUSED_BY_PEER=1}");
              });
    }
  }
}
