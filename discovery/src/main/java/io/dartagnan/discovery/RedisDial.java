package io.dartagnan.discovery;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import redis.clients.jedis.JedisSocketFactory;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * Dial of one connection to Redis, which any thread can give up: while it connects, shakes hands or
 * waits for an answer that trickles in.
 */
final class RedisDial implements JedisSocketFactory {
  private final RedisSettings settings;
  private final RedisTls tls;
  private final int timeoutMs;
  private final long mostBytes;
  private Socket dialled;
  private boolean givenUp;

  /**
   * A dial that has opened nothing yet.
   *
   * @param tls null for an unencrypted connection
   * @param timeoutMs the longest wait for the connection and for each piece of an answer
   * @param mostBytes most bytes of all answers together
   */
  RedisDial(RedisSettings settings, RedisTls tls, int timeoutMs, long mostBytes) {
    this.settings = settings;
    this.tls = tls;
    this.timeoutMs = timeoutMs;
    this.mostBytes = mostBytes;
  }

  @Override
  public Socket createSocket() {
    Socket plain = new Socket();
    try {
      take(plain);
      plain.setTcpNoDelay(true);
      plain.setSoTimeout(timeoutMs);
      InetSocketAddress address = new InetSocketAddress(settings.host(), settings.port());
      if (address.isUnresolved()) {
        throw new UnknownHostException(
            "no address is known for that host; see the URI, and the names this machine can"
                + " resolve");
      }
      plain.connect(address, timeoutMs);
      return new BoundedSocket(tls == null ? plain : tls.over(plain), mostBytes);
    } catch (IOException e) {
      close(plain);
      throw new JedisConnectionException(e.getMessage(), e);
    }
  }

  private synchronized void take(Socket socket) throws IOException {
    if (givenUp) {
      throw new IOException("given up");
    }
    dialled = socket;
  }

  /** Closes the connection, now or as soon as it is opened. Again does nothing. */
  synchronized void giveUp() {
    givenUp = true;
    close();
  }

  /** Closes the connection if there is one: Jedis leaves it open when the login fails. */
  synchronized void close() {
    if (dialled != null) {
      // The one underneath: closing TLS first would wait for whoever is writing.
      close(dialled);
    }
  }

  synchronized boolean isGivenUp() {
    return givenUp;
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException alreadyGone) {
      // There is no connection left, which is what was wanted.
      return;
    }
  }
}
