package io.dartagnan.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who answers is no Redis at all, and means harm: memory and waits stay bounded. */
class ImpostorTest {
  private static final ServerRecord RS0 = DiscoveryContractTest.RS0;
  private static final Parties PARTIES = new Parties();

  /** What an impostor does with a connection. */
  private interface Answer {
    void to(Socket client, OutputStream out) throws IOException;
  }

  private static void against(Answer answer, Attempt attempt) throws Exception {
    try (ServerSocket impostor = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      Thread answering =
          new Thread(
              () -> {
                while (!impostor.isClosed()) {
                  try (Socket client = impostor.accept()) {
                    answer.to(client, client.getOutputStream());
                  } catch (IOException clientIsGone) {
                    continue;
                  }
                }
              });
      answering.setDaemon(true);
      answering.start();
      URI uri = URI.create("redis://127.0.0.1:" + impostor.getLocalPort());
      RedisSettings settings = new RedisSettings(uri, Duration.ofSeconds(60));
      try (RedisDiscovery reader = RedisDiscovery.reading(settings, PARTIES)) {
        attempt.with(reader);
      }
    }
  }

  private interface Attempt {
    void with(RedisDiscovery reader) throws Exception;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "$2147483647\r\n",
        "$4097\r\n",
        "*2147483647\r\n",
        "*16385\r\n",
        "+OK\r\n$99999999999999999999\r\n",
        "%2147483647\r\n",
        "~2147483647\r\n",
        "HTTP/1.1 400 Bad Request\r\n\r\n",
        "\r\n",
      })
  void aReplyThatRedisWouldNotSendIsAnErrorAndReservesNothing(String reply) throws Exception {
    against(
        (client, out) -> {
          out.write(reply.getBytes(StandardCharsets.US_ASCII));
          out.flush();
          client.getInputStream().transferTo(OutputStream.nullOutputStream());
        },
        reader -> {
          assertThatThrownBy(() -> reader.lookup(0, RS0.server()))
              .isInstanceOf(DiscoveryException.class)
              .hasMessageContaining("a reply ");
          assertThatThrownBy(reader::all).isInstanceOf(DiscoveryException.class);
        });
  }

  @Test
  void aReplyThatTricklesInIsGivenUp() throws Exception {
    against(
        (client, out) -> {
          out.write('+');
          while (true) {
            out.write('O');
            out.flush();
            client.setSoTimeout(200);
            try {
              if (client.getInputStream().read() < 0) {
                return;
              }
            } catch (java.net.SocketTimeoutException stillThere) {
              continue;
            }
          }
        },
        reader -> {
          CompletableFuture<Throwable> failure =
              CompletableFuture.supplyAsync(
                  () -> {
                    try {
                      reader.lookup(0, RS0.server());
                      return null;
                    } catch (DiscoveryException e) {
                      return e;
                    }
                  });
          assertThat(failure.get(3L * RedisConnector.EXCHANGE_MS, TimeUnit.MILLISECONDS))
              .isInstanceOf(DiscoveryException.class)
              .hasMessageEndingWith("did not answer within 4000 ms");
        });
  }

  @Test
  void repliesOfRedisPassUnchangedHoweverTheyAreCut() throws Exception {
    byte[] genuine =
        "+OK\r\n$5\r\n$9\r\nx\r\n$-1\r\n$0\r\n\r\n*2\r\n:1\r\n$2\r\n\r\n\r\n-ERR no\r\n*-1\r\n"
            .getBytes(StandardCharsets.US_ASCII);
    for (int size = 1; size <= genuine.length; size++) {
      BoundedReplies replies = new BoundedReplies(new ByteArrayInputStream(genuine));
      byte[] read = new byte[genuine.length];
      for (int at = 0; at < read.length; at += size) {
        int wanted = Math.min(size, read.length - at);
        assertThat(replies.read(read, at, wanted)).isEqualTo(wanted);
      }
      assertThat(read).isEqualTo(genuine);
      assertThat(replies.read()).isEqualTo(-1);
    }
    BoundedReplies byteByByte = new BoundedReplies(new ByteArrayInputStream(genuine));
    assertThat(byteByByte.readAllBytes()).isEqualTo(genuine);
  }

  @Test
  void aLineWithoutEndIsRefused() {
    byte[] endless = ("+" + "x".repeat(5000)).getBytes(StandardCharsets.US_ASCII);
    assertThatThrownBy(() -> new BoundedReplies(new ByteArrayInputStream(endless)).readAllBytes())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a line of more than 1024 characters");
  }
}
