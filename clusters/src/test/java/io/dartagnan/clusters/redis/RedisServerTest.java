package io.dartagnan.clusters.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dartagnan.clusters.certs.RedisCertificate;
import io.dartagnan.clusters.files.OwnerOnly;
import io.dartagnan.clusters.process.Pause;
import io.dartagnan.clusters.process.PidFile;
import io.dartagnan.clusters.process.Ports.PortBlock;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.process.StateFolder;
import io.dartagnan.clusters.redis.RedisServer.RedisBinary;
import io.dartagnan.clusters.terminal.CommandException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedisServerTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"redis", "rediss"})
  void theBundledRedisAnswersUntilItIsEnded(String scheme) {
    StateFolder state = new StateFolder(folder);
    try (PortBlock block = PortBlock.claim()) {
      RedisServer redis = redis(state, scheme + "://127.0.0.1:" + block.ports().get(0));
      assertThat(redis.encrypted()).isEqualTo(scheme.equals("rediss"));
      answersUntilItIsEnded(redis, state);
    }
  }

  private static RedisServer redis(StateFolder state, String uri) {
    RedisCertificate made = new RedisCertificate(state);
    made.ensure();
    return new RedisServer(
        state,
        uri,
        new RedisTls(made.key(), made.certificate(), made.truststore(), made::password));
  }

  @Test
  void aRedisWithAnotherCertificateIsNotTheOne() {
    StateFolder state = new StateFolder(folder.resolve("one"));
    RedisCertificate strange = new RedisCertificate(new StateFolder(folder.resolve("other")));
    strange.ensure();
    try (PortBlock block = PortBlock.claim()) {
      String uri = "rediss://127.0.0.1:" + block.ports().get(0);
      RedisServer redis = redis(state, uri);
      RedisServer mistaken =
          new RedisServer(
              state,
              uri,
              new RedisTls(
                  strange.key(), strange.certificate(), strange.truststore(), strange::password));
      PidFile record = new PidFile(state.pidFile(Role.REDIS), redis.marker());
      redis.prepare();
      record.launch(redis);
      try {
        await().atMost(Duration.ofSeconds(20)).until(() -> redis.missing() == null);

        assertThat(mistaken.missing()).isEqualTo("it does not answer PING");
      } finally {
        record.find().ifPresent(ProcessHandle::destroy);
      }
      assertThat(record.awaitEnd(Duration.ofSeconds(20))).isTrue();
    }
  }

  private static void answersUntilItIsEnded(RedisServer redis, StateFolder state) {
    PidFile record = new PidFile(state.pidFile(Role.REDIS), redis.marker());
    redis.prepare();
    assertThat(redis.missing()).isEqualTo("it does not answer PING");
    record.launch(redis);
    try {
      long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
      while (redis.missing() != null && System.nanoTime() - deadline < 0) {
        Pause.millis(20);
      }
      assertThat(redis.missing()).isNull();
      assertThat(record.find()).isPresent();

      OwnerOnly.write(RedisUser.all(state).get(0).password().file(), "another");
      assertThat(redis.missing()).isEqualTo("it does not let dartagnan-0 in");
    } finally {
      record.find().ifPresent(ProcessHandle::destroy);
    }
    assertThat(record.awaitEnd(Duration.ofSeconds(20))).isTrue();
    assertThat(redis.missing()).isEqualTo("it does not answer PING");
  }

  @ParameterizedTest
  @CsvSource({
    "Linux,amd64,linux-amd64",
    "Linux,aarch64,linux-arm64",
    "Linux,i386,linux-386",
    "Mac OS X,x86_64,darwin-amd64",
    "Mac OS X,aarch64,darwin-arm64"
  })
  void thereIsABinaryForTheSystem(String os, String arch, String suffix) {
    String resource = RedisBinary.resource(os, arch);

    assertThat(resource).endsWith(suffix);
    assertThat(RedisServer.class.getResource("/" + resource)).isNotNull();
  }

  @Test
  void aSystemWithoutABinaryIsToldWhichHaveOne() {
    assertThatThrownBy(() -> RedisBinary.resource("Windows 11", "amd64"))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("Linux and macOS");
  }

  @ParameterizedTest
  @ValueSource(strings = {"redis://10.0.0.1:6379", "redis://127.0.0.1", "http://127.0.0.1:1", ":"})
  void anAddressThatIsNoPortOfThisMachineIsRefused(String uri) {
    assertThatThrownBy(() -> redis(new StateFolder(folder), uri))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("redis://127.0.0.1:PORT")
        .hasMessageEndingWith("not " + uri);
  }

  @Test
  void anAddressWithAUserIsRefusedAndItsPasswordNotRepeated() {
    String uri = "redis://me:s3cret@127.0.0.1:6379";
    assertThatThrownBy(() -> redis(new StateFolder(folder), uri))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("rediss://127.0.0.1:PORT without a user")
        .message()
        .doesNotContain("s3cret");
  }
}
