package io.dartagnan.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordFormatTest {
  private static final ServerRecord RECORD =
      new ServerRecord(1, "rs7.example,16020,1763676000000", "mesh7.example", 18600);
  private static final String KEY = "dartagnan:server:1:rs7.example,16020,1763676000000";
  private static final String VALUE = "v1 1 rs7.example,16020,1763676000000 mesh7.example 18600";

  @Test
  void keyAndValueAreWrittenAsDocumented() {
    assertThat(RecordFormat.key(RECORD)).isEqualTo(KEY);
    assertThat(RecordFormat.write(RECORD)).isEqualTo(VALUE);
  }

  @Test
  void whatIsWrittenIsReadBack() throws Exception {
    assertThat(RecordFormat.read(KEY, VALUE)).isEqualTo(RECORD);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "v2 1 rs7.example,16020,1763676000000 mesh7.example 18600",
        "v1 1 rs7.example,16020,1763676000000 mesh7.example",
        "v1 1 rs7.example,16020,1763676000000 mesh7.example 18600 ",
        "v1 1 rs7.example,16020,1763676000000 mesh7.example 18600 more",
        "v1  1 rs7.example,16020,1763676000000 mesh7.example 18600",
        "v1 one rs7.example,16020,1763676000000 mesh7.example 18600",
        "v1 1 rs7.example,16020,1763676000000 mesh7.example 0",
        "v1 1 rs7.example,16020,1763676000000 mesh7.example 65536",
        "v1 1 rs7.example,16020,1763676000000 mesh7/example 18600",
        "v1 1 rs7.example mesh7.example 18600",
        "v1 2 rs7.example,16020,1763676000000 mesh7.example 18600",
        "v1 1 rs8.example,16020,1763676000000 mesh7.example 18600",
      })
  void anythingElseIsRefusedWithItsKey(String value) {
    assertThatThrownBy(() -> RecordFormat.read(KEY, value))
        .isInstanceOf(DiscoveryException.class)
        .hasMessageStartingWith("the discovery record under " + KEY + " is malformed: ");
  }

  @Test
  void anEndlessValueIsRefusedAndNotRepeated() {
    assertThatThrownBy(() -> RecordFormat.read(KEY, "v1 1 " + "x".repeat(100_000)))
        .isInstanceOf(DiscoveryException.class)
        .hasMessageEndingWith("it is 100005 characters long");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://redis:1", "redis:1", "redis:///0", "6379"})
  void aUriThatIsNotRedisIsRefusedWithAnExample(String uri) {
    assertThatThrownBy(() -> new RedisSettings(URI.create(uri), Duration.ofSeconds(15)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("redis://host:port");
  }

  @Test
  void aLeaseOutOfRangeIsRefused() {
    URI uri = URI.create("redis://localhost");
    assertThatThrownBy(() -> new RedisSettings(uri, Duration.ofMillis(299)))
        .hasMessage("lease of 299 ms given, 300 ms to 3600000 ms is allowed");
    assertThatThrownBy(() -> new RedisSettings(uri, Duration.ofHours(2)))
        .hasMessageContaining("7200000 ms given");
  }

  @Test
  void settingsDoNotShowThePassword() {
    RedisSettings settings =
        new RedisSettings(URI.create("redis://bob:sesame@localhost"), Duration.ofSeconds(15));
    assertThat(settings).hasToString("RedisSettings[localhost:6379, lease 15000 ms]");
  }
}
