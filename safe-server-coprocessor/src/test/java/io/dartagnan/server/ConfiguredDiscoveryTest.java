package io.dartagnan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.discovery.Discovery;
import io.dartagnan.discovery.RecordSigner;
import io.dartagnan.discovery.RedisDiscovery;
import io.dartagnan.discovery.StaticDiscovery;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which discovery a configuration asks for. Nothing is sent to a Redis here. */
class ConfiguredDiscoveryTest {
  private static final String LIST = "0/rs0.example,16020=mesh0.example:18600";

  private final Configuration conf = new Configuration(false);

  @BeforeEach
  void inRedis() {
    conf.set(ServerKeys.REDIS_URI, "rediss://redis.example:6379");
  }

  private Discovery open() throws IOException {
    return ConfiguredDiscovery.open(conf, new RecordSigner(() -> null), party -> List.of());
  }

  @Test
  void aRedisOrAListAndExactlyOneOfThem() throws Exception {
    try (Discovery discovery = open()) {
      assertThat(discovery).isInstanceOf(RedisDiscovery.class);
    }
    conf.set(ServerKeys.SERVERS, LIST);
    assertThatThrownBy(this::open)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(
            "both of dartagnan.discovery.redis.uri and dartagnan.discovery.servers are set");
    conf.unset(ServerKeys.REDIS_URI);
    try (Discovery discovery = open()) {
      assertThat(discovery).isInstanceOf(StaticDiscovery.class);
      assertThat(discovery.lookup(0, "rs0.example,16020,1").port()).isEqualTo(18600);
    }
    conf.unset(ServerKeys.SERVERS);
    assertThatThrownBy(this::open)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("neither of dartagnan.discovery.redis.uri and");
  }

  @Test
  void aLoginAndATruststoreAreTaken() throws Exception {
    conf.set(ServerKeys.REDIS_USERNAME, "dartagnan");
    conf.set(ServerKeys.REDIS_PASSWORD, "s3cret");
    open().close();
    conf.set(ServerKeys.REDIS_TRUSTSTORE, "/none/such.p12");
    conf.set(ServerKeys.REDIS_TRUSTSTORE_PASSWORD, "s3cret");
    assertThatThrownBy(this::open)
        .isInstanceOf(IOException.class)
        .hasMessage("the truststore /none/such.p12 for Redis does not exist");
  }

  @ParameterizedTest
  @CsvSource({
    "dartagnan.discovery.redis.username,bob,is set without dartagnan.discovery.redis.password",
    "dartagnan.discovery.redis.tls.truststore.password,s3cret,is set without",
    "dartagnan.discovery.redis.tls.truststore.location,/x.p12,is set neither here nor in",
    "dartagnan.discovery.lease.ms,0,it must be at least 1 millisecond",
    "dartagnan.discovery.lease.ms,299,lease of 299 ms given",
    "dartagnan.discovery.clock.skew.ms,-1,clock skew of -1 ms given",
    "dartagnan.discovery.redis.uri,http://redis:1,rediss://host:port is needed",
  })
  void aSettingThatDoesNotFitIsRefused(String key, String value, String reason) {
    conf.set(key, value);
    assertThatThrownBy(this::open)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(reason)
        .message()
        .doesNotContain("s3cret");
  }

  @ParameterizedTest
  @CsvSource({
    "dartagnan.discovery.redis.password,s3cret",
    "dartagnan.discovery.lease.ms,15000",
    "dartagnan.discovery.clock.skew.ms,10000",
  })
  void aSettingOfRedisBesideAListIsRefused(String key, String value) {
    conf.unset(ServerKeys.REDIS_URI);
    conf.set(ServerKeys.SERVERS, LIST);
    conf.set(key, value);
    assertThatThrownBy(this::open)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(key + " is set and")
        .message()
        .doesNotContain("s3cret");
  }

  @Test
  void aListThatIsNoneIsRefusedUnderItsKey() {
    conf.unset(ServerKeys.REDIS_URI);
    conf.set(ServerKeys.SERVERS, "0/rs0.example");
    assertThatThrownBy(this::open)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("dartagnan.discovery.servers or a setting beside it is wrong: ");
  }
}
