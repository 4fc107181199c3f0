package io.dartagnan.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that memory and waits stay bounded when the server is no Redis and means harm. */
class ImpostorTest {
  private static final ServerRecord RS0 = DiscoveryContractTest.RS0;
  private static final Parties PARTIES = new Parties();

  private interface Attempt {
    void with(RedisDiscovery reader) throws Exception;
  }

  private static void against(Impostor.Answer answer, Attempt attempt) throws Exception {
    try (Impostor impostor = new Impostor(answer);
        RedisDiscovery reader = RedisDiscovery.reading(impostor.settings(), PARTIES)) {
      attempt.with(reader);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "$2147483647\r\n",
        "$4097\r\n",
        "*2147483647\r\n",
        "*16385\r\n",
        "*2\r\n*16383\r\n",
        "*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n",
        "+OK\r\n$99999999999999999999\r\n",
        "%2147483647\r\n",
        "~2147483647\r\n",
        "HTTP/1.1 400 Bad Request\r\n\r\n",
        "\r\n",
      })
  void aReplyThatRedisWouldNotSendIsAnErrorAndReservesNothing(String reply) throws Exception {
    against(
        Impostor.saying(reply),
        reader -> {
          assertThatThrownBy(() -> reader.lookup(0, RS0.server()))
              .isInstanceOf(DiscoveryException.class)
              .hasMessageContaining("a reply ");
          assertThatThrownBy(reader::all).isInstanceOf(DiscoveryException.class);
        });
  }

  /** So many that reading one within the other would exhaust the stack. */
  @Test
  void arraysWithinArraysAreAnErrorEachTimeAnew() throws Exception {
    against(
        Impostor.saying("*1\r\n".repeat(100_000)),
        reader -> {
          for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> reader.lookup(0, RS0.server()))
                .isInstanceOf(DiscoveryException.class)
                .hasMessageContaining("a reply ");
          }
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
            } catch (SocketTimeoutException stillThere) {
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

  /** When Redis said how long the record lasts is not when that was heard. */
  @Test
  void aRecordWhoseLeaseRanOutWhileItWasReadIsNotUsed() throws Exception {
    String value = PARTIES.issue(RS0, 60_000);
    against(
        (client, out) -> {
          Impostor.say(out, "$" + value.length() + "\r\n" + value + "\r\n");
          readUntilSilentFor(500, client);
          Impostor.say(out, ":100\r\n");
          client.setSoTimeout(0);
          client.getInputStream().transferTo(OutputStream.nullOutputStream());
        },
        reader ->
            assertThatThrownBy(() -> reader.lookup(0, RS0.server()))
                .isInstanceOf(DiscoveryException.class)
                .hasMessageContaining("has no live record"));
  }

  private static void readUntilSilentFor(int ms, Socket client) throws IOException {
    client.setSoTimeout(ms);
    try {
      while (client.getInputStream().read() >= 0) {
        continue;
      }
    } catch (SocketTimeoutException silent) {
      return;
    }
  }

  @Test
  void repliesOfRedisPassUnchangedHoweverTheyAreCut() throws Exception {
    byte[] genuine =
        "+OK\r\n$5\r\n$9\r\nx\r\n$-1\r\n$0\r\n\r\n*2\r\n:1\r\n$2\r\n\r\n\r\n-ERR no\r\n*-1\r\n"
            .getBytes(StandardCharsets.US_ASCII);
    for (int size = 1; size <= genuine.length; size++) {
      RedisDial.BoundedReplies replies =
          new RedisDial.BoundedReplies(new ByteArrayInputStream(genuine), genuine.length);
      byte[] read = new byte[genuine.length];
      for (int at = 0; at < read.length; at += size) {
        int wanted = Math.min(size, read.length - at);
        assertThat(replies.read(read, at, wanted)).isEqualTo(wanted);
      }
      assertThat(read).isEqualTo(genuine);
      assertThat(replies.read()).isEqualTo(-1);
    }
    RedisDial.BoundedReplies byteByByte =
        new RedisDial.BoundedReplies(new ByteArrayInputStream(genuine), genuine.length);
    assertThat(byteByByte.readAllBytes()).isEqualTo(genuine);
  }

  @Test
  void aLineWithoutEndIsRefused() {
    refused("+" + "x".repeat(5000), "a line of more than 1024 characters");
  }

  @Test
  void aReplyOfManyLongStringsIsRefused() {
    String longest = "$4096\r\n" + "x".repeat(4096) + "\r\n";
    refused("*16384\r\n" + longest.repeat(1200), "a reply of more than 4194304 bytes");
  }

  @Test
  void manyLargeRepliesAreAnErrorBeforeAllAreKept() throws Exception {
    String longest = "$4096\r\n" + "x".repeat(4096) + "\r\n";
    String large = "*1000\r\n" + longest.repeat(1000);
    long needed = RedisConnector.EXCHANGE_BYTES / large.length() + 1;
    against(
        (client, out) -> {
          Impostor.say(out, "*2\r\n$1\r\n0\r\n*" + needed + "\r\n");
          for (long i = 0; i < needed; i++) {
            Impostor.say(out, "$1\r\nk\r\n");
          }
          for (long i = 0; i < needed; i++) {
            Impostor.say(out, large);
          }
          client.getInputStream().transferTo(OutputStream.nullOutputStream());
        },
        reader ->
            assertThatThrownBy(reader::all)
                .isInstanceOf(DiscoveryException.class)
                .message()
                // A machine with much to do may give up before it has read so much.
                .containsAnyOf("beyond what all replies may have together", "within 4000 ms"));
  }

  @Test
  void repliesAreBoundedTogetherWhereTheyAreKept() {
    byte[] replies = "+OK\r\n".repeat(20).getBytes(StandardCharsets.US_ASCII);
    assertThatThrownBy(
            () ->
                new RedisDial.BoundedReplies(new ByteArrayInputStream(replies), 99).readAllBytes())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("beyond what all replies may have together");
  }

  private static void refused(String replies, String reason) {
    byte[] read = replies.getBytes(StandardCharsets.US_ASCII);
    InputStream in = new ByteArrayInputStream(read);
    assertThatThrownBy(() -> new RedisDial.BoundedReplies(in, Long.MAX_VALUE).readAllBytes())
        .isInstanceOf(IOException.class)
        .hasMessageContaining(reason);
  }
}
