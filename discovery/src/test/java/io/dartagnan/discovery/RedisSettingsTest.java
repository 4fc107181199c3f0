package io.dartagnan.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisSettingsTest {
  private static final Duration LEASE = Duration.ofSeconds(15);
  private static final RedisSettings PLAIN =
      new RedisSettings(URI.create("redis://localhost"), LEASE);

  @ParameterizedTest
  @ValueSource(strings = {"http://redis:1", "redis:1", "redis:///0", "6379"})
  void aUriThatIsNotRedisIsRefusedWithAnExample(String uri) {
    assertThatThrownBy(() -> new RedisSettings(URI.create(uri), LEASE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("redis://host:port");
  }

  /** Most of these are passwords whose signs were not written as %2F, %3F and %23. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis://localhost:6379/sesame",
        "redis://localhost:6379/0/sesame",
        "redis://localhost:6379/-1",
        "redis://localhost:6379/123456",
        "redis://bob:12/sesame@localhost:6379",
        "redis://bob:12?sesame@localhost:6379",
        "redis://bob:12#sesame@localhost:6379",
        "redis://localhost:6379/0?sesame=1",
      })
  void whatFollowsTheHostIsADatabaseOrRefused(String uri) {
    assertThatThrownBy(() -> new RedisSettings(URI.create(uri), LEASE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("behind its host")
        .message()
        .doesNotContain("sesame")
        .doesNotContain("12");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/", "/0", "/15"})
  void aDatabaseMayBeChosen(String database) {
    RedisSettings settings =
        new RedisSettings(URI.create("redis://localhost:6379" + database), LEASE);
    assertThat(settings.address()).isEqualTo("localhost:6379");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 65536})
  void aPortOutOfRangeIsRefused(int port) {
    assertThatThrownBy(() -> new RedisSettings(URI.create("redis://localhost:" + port), LEASE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the URI of Redis has port " + port + ", 1 to 65535 is allowed");
  }

  @Test
  void aLeaseOrAClockSkewOutOfRangeIsRefused() {
    assertThatThrownBy(() -> new RedisSettings(PLAIN.uri(), Duration.ofMillis(299)))
        .hasMessage("lease of 299 ms given, 300 ms to 3600000 ms is allowed");
    assertThatThrownBy(() -> new RedisSettings(PLAIN.uri(), Duration.ofHours(2)))
        .hasMessageContaining("7200000 ms given");
    assertThatThrownBy(() -> PLAIN.withClockSkew(Duration.ofMillis(-1)))
        .hasMessage("clock skew of -1 ms given, 0 ms to 3600000 ms is allowed");
    assertThatThrownBy(() -> PLAIN.withClockSkew(Duration.ofHours(2)))
        .hasMessageContaining("clock skew of 7200000 ms given");
  }

  @Test
  void whoLogsInIsSaidOnce() {
    RedisSettings inUri = new RedisSettings(URI.create("redis://bob:sesame@localhost"), LEASE);
    assertThatThrownBy(
            () -> inUri.loggingIn(new RedisSettings.Login("bob", "sesame".toCharArray())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("both in its URI and beside it")
        .message()
        .doesNotContain("sesame");
    assertThatThrownBy(() -> new RedisSettings(URI.create("redis://sesame@localhost"), LEASE))
        .hasMessageContaining("user:password@ is needed")
        .message()
        .doesNotContain("sesame");
  }

  @Test
  void anIncompleteLoginIsRefused() {
    assertThatThrownBy(() -> new RedisSettings.Login("bob", new char[0]))
        .hasMessageContaining("a password is needed");
    assertThatThrownBy(() -> new RedisSettings.Login(" ", "sesame".toCharArray()))
        .hasMessageContaining("an empty user");
    assertThatThrownBy(() -> new RedisSettings(URI.create("redis://bob:@localhost"), LEASE))
        .hasMessageContaining("a password is needed");
  }

  @Test
  void aTruststoreWithoutTlsIsRefused() {
    RedisSettings.Truststore truststore =
        new RedisSettings.Truststore(Path.of("redis.p12"), "x".toCharArray());
    assertThatThrownBy(() -> PLAIN.trusting(truststore))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("use rediss://");
  }

  @Test
  void nothingShowsAPassword() {
    assertThat(new RedisSettings(URI.create("redis://bob:sesame@localhost"), LEASE))
        .hasToString("RedisSettings[localhost:6379, lease 15000 ms, clock skew 10000 ms]");
    assertThat(new RedisSettings.Login("bob", "sesame".toCharArray()))
        .hasToString("RedisLogin[bob]");
    assertThat(new RedisSettings.Login(null, "sesame".toCharArray()))
        .hasToString("RedisLogin[default user]");
    assertThat(new RedisSettings.Truststore(Path.of("redis.p12"), "sesame".toCharArray()))
        .hasToString("RedisTruststore[redis.p12]");
  }
}
