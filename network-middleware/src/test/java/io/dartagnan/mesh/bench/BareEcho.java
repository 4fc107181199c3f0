package io.dartagnan.mesh.bench;

import io.dartagnan.mesh.TestCertificates;
import io.dartagnan.mpc.Party;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;

/**
 * The echo in plain Netty, as one would write it who needs nothing else: an {@link SslHandler} and
 * one handler at each end, which never leave their event loop. A connection for each session; the
 * mesh's certificates, TLS version and provider, number of event loops, socket options and water
 * marks.
 */
final class BareEcho implements Echo {
  private static final int LOOPS = Math.max(2, Runtime.getRuntime().availableProcessors());
  private static final WriteBufferWaterMark WATER_MARKS =
      new WriteBufferWaterMark(1 << 20, 4 << 20);
  private static final long CONNECT_S = 30;
  private static final long DEADLINE_S = 300;

  private final TestCertificates certificates;
  private final Provider provider;
  private final EventLoopGroup serverLoops = new NioEventLoopGroup(LOOPS);
  private final EventLoopGroup clientLoops = new NioEventLoopGroup(LOOPS);
  private final List<BareClient> clients = new ArrayList<>();

  /** Listens on loopback and connects so many times. */
  BareEcho(TestCertificates certificates, Provider provider, int sessions) throws IOException {
    this.certificates = certificates;
    this.provider = provider;
    try {
      InetSocketAddress address = listen();
      for (int i = 0; i < sessions; i++) {
        clients.add(connect(address));
      }
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private InetSocketAddress listen() throws IOException {
    SslContext tls =
        tls13(
            SslContextBuilder.forServer(keysOf(Party.P1))
                .trustManager(pins())
                .clientAuth(ClientAuth.REQUIRE));
    Channel listening =
        new ServerBootstrap()
            .group(serverLoops)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARKS)
            .childHandler(pipeline(tls, BareServer::new))
            .bind(InetAddress.getLoopbackAddress(), 0)
            .syncUninterruptibly()
            .channel();
    return (InetSocketAddress) listening.localAddress();
  }

  private BareClient connect(InetSocketAddress address) throws IOException {
    SslContext tls =
        tls13(SslContextBuilder.forClient().keyManager(keysOf(Party.P0)).trustManager(pins()));
    BareClient client = new BareClient();
    Channel channel =
        new Bootstrap()
            .group(clientLoops)
            .channel(NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARKS)
            .handler(pipeline(tls, () -> client))
            .connect(address)
            .syncUninterruptibly()
            .channel();
    await(channel.pipeline().get(SslHandler.class).handshakeFuture(), CONNECT_S);
    return client;
  }

  private static ChannelInitializer<Channel> pipeline(
      SslContext tls, Supplier<ChannelHandler> last) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel channel) {
        channel.pipeline().addLast(tls.newHandler(channel.alloc()), last.get());
      }
    };
  }

  private SslContext tls13(SslContextBuilder builder) throws IOException {
    return builder.sslProvider(provider.netty()).protocols("TLSv1.3").build();
  }

  private KeyManagerFactory keysOf(Party party) throws IOException {
    try {
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(open(certificates.keystore(party)), certificates.password());
      return keys;
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  private TrustManagerFactory pins() throws IOException {
    try {
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(open(certificates.truststore()));
      return trust;
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  private KeyStore open(Path file) throws IOException, GeneralSecurityException {
    return KeyStore.getInstance(file.toFile(), certificates.password());
  }

  /** Protocol and cipher suite that TLS has agreed on, in its own words. */
  String cipher() {
    return clients.get(0).cipher();
  }

  @Override
  public void run(Load load) {
    List<Future<?>> running = new ArrayList<>();
    clients.forEach(client -> running.add(client.run(load)));
    running.forEach(one -> await(one, DEADLINE_S));
  }

  private static void await(Future<?> future, long seconds) {
    if (!future.awaitUninterruptibly(seconds, TimeUnit.SECONDS)) {
      throw new IllegalStateException("the bare echo took over " + seconds + " seconds");
    }
    if (future.cause() instanceof WrongEchoException wrong) {
      throw wrong;
    }
    if (!future.isSuccess()) {
      throw new IllegalStateException("the bare echo failed", future.cause());
    }
  }

  @Override
  public void close() {
    List<Future<?>> ending = new ArrayList<>();
    for (EventLoopGroup loops : List.of(clientLoops, serverLoops)) {
      ending.add(loops.shutdownGracefully(0, CONNECT_S, TimeUnit.SECONDS));
    }
    ending.forEach(one -> await(one, CONNECT_S));
  }
}
