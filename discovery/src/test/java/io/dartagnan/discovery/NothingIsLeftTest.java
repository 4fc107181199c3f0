package io.dartagnan.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/** Tests that threads, connections and keys end with their owner. */
class NothingIsLeftTest extends RedisTest {
  @TempDir Path folder;

  @BeforeEach
  void fromNothing() {
    awaitNoThreads();
  }

  private static long openFiles() {
    return ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getOpenFileDescriptorCount();
  }

  /** Registers, finds, watches, hears, lists. */
  private static void use(RedisSettings settings) throws Exception {
    try (RedisDiscovery owner = new RedisDiscovery(settings, PARTIES.signer(0), PARTIES);
        RedisDiscovery reader = new RedisDiscovery(settings, PARTIES.signer(1), PARTIES)) {
      owner.register(RS0);
      Discovery.Registration second = reader.register(RS1);
      reader.lookup(0, RS0.server());
      owner.lookup(1, RS1.server());
      await("the removal is heard of")
          .atMost(DEADLINE)
          .until(
              () -> {
                second.close();
                reader.register(RS1).close();
                return owner.metrics().hints() > 0;
              });
      assertThat(reader.all()).contains(RS0);
      assertThat(threads())
          .contains(
              RedisDiscovery.THREAD_NAME_PREFIX + "heartbeat",
              RedisDiscovery.THREAD_NAME_PREFIX + "refresh",
              RedisDiscovery.THREAD_NAME_PREFIX + "watch");
    }
  }

  private static void leavesNothing(RedisSettings settings) throws Exception {
    use(settings); // loads classes, which hold files open
    long before = openFiles();
    for (int i = 0; i < 5; i++) {
      use(settings);
      awaitNoThreads();
    }
    await("file descriptors are back")
        .atMost(DEADLINE)
        .until(NothingIsLeftTest::openFiles, now -> now <= before);
  }

  @Test
  void afterUse() throws Exception {
    leavesNothing(new RedisSettings(redis.uri(), LONG));
    try (Jedis connection = redis.connect()) {
      assertThat(connection.dbSize()).isZero();
      assertThat(connection.pubsubNumSub(RecordFormat.CHANNEL))
          .containsEntry(RecordFormat.CHANNEL, 0L);
    }
  }

  @Test
  void afterUseOverTls() throws Exception {
    RedisCertificate certificate = new RedisCertificate(folder, "127.0.0.1");
    try (RedisProcess encrypted = RedisProcess.encrypted(certificate.serverSettings())) {
      leavesNothing(new RedisSettings(encrypted.uri(), LONG).trusting(certificate.truststore()));
    }
  }

  @Test
  void afterFailures() throws Exception {
    RedisSettings settings = new RedisSettings(redis.uri(), SHORT);
    use(settings);
    long before = openFiles();
    redis.stop();
    for (int i = 0; i < 20; i++) {
      RedisDiscovery discovery = new RedisDiscovery(settings, PARTIES.signer(0), PARTIES);
      discovery.register(RS0);
      assertThat(fails(discovery, RS0, "cannot be reached")).isTrue();
      discovery.close();
    }
    awaitNoThreads();
    await("file descriptors are back")
        .atMost(DEADLINE)
        .until(NothingIsLeftTest::openFiles, now -> now <= before);
  }

  @Test
  void whoOnlyListsHasNoThread() throws Exception {
    open(LONG).all();
    assertThat(threads()).isEmpty();
  }

  @Test
  void nothingRunsBeforeTheFirstUse() throws Exception {
    open(new RedisSettings(redis.uri(), Duration.ofSeconds(1)), 0);
    assertThat(threads()).isEmpty();
  }
}
