package io.dartagnan.discovery;

import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

/** Base of the tests around one real Redis: it is fresh for each, as are the parties' views. */
abstract class RedisTest {
  static final Duration DEADLINE = Duration.ofSeconds(30);
  static final Duration LONG = Duration.ofSeconds(60);
  static final Duration SHORT = Duration.ofMillis(900);
  static final ServerRecord RS0 = DiscoveryContractTest.RS0;
  static final ServerRecord RS1 = DiscoveryContractTest.RS1;
  static final Parties PARTIES = new Parties();
  static RedisProcess redis;

  private final Deque<RedisDiscovery> opened = new ArrayDeque<>();

  @BeforeAll
  static void startRedis() throws Exception {
    redis = new RedisProcess();
  }

  @AfterAll
  static void stopRedis() throws Exception {
    redis.close();
  }

  @BeforeEach
  void wipe() throws Exception {
    redis.stop();
    redis.start();
  }

  @AfterEach
  void closeAll() {
    while (!opened.isEmpty()) {
      opened.pop().close();
    }
  }

  /** The view of a server of party 0. */
  final RedisDiscovery open(Duration lease) throws DiscoveryException {
    return open(new RedisSettings(redis.uri(), lease), 0);
  }

  final RedisDiscovery open(RedisSettings settings, int party) throws DiscoveryException {
    return closeLater(new RedisDiscovery(settings, PARTIES.signer(party), PARTIES));
  }

  final RedisDiscovery closeLater(RedisDiscovery discovery) {
    opened.push(discovery);
    return discovery;
  }

  /** Puts a value under a server's key for a minute, as whoever may write to Redis can. */
  static void plant(String key, String value) {
    try (Jedis connection = redis.connect()) {
      connection.set(key, value, new SetParams().px(LONG.toMillis()));
    }
  }

  static boolean finds(Discovery reader, ServerRecord record) {
    try {
      return reader.lookup(record.party(), record.server()).equals(record);
    } catch (DiscoveryException e) {
      return false;
    }
  }

  static boolean fails(Discovery reader, ServerRecord record, String reason) {
    try {
      reader.lookup(record.party(), record.server());
      return false;
    } catch (DiscoveryException e) {
      return e.getMessage().contains(reason);
    }
  }

  /** Waits until Redis knows of so many who listen for changes. */
  static void awaitSubscribers(int count) {
    try (Jedis connection = redis.connect()) {
      await("subscribers")
          .atMost(DEADLINE)
          .until(
              () ->
                  connection
                      .pubsubNumSub(RecordFormat.CHANNEL)
                      .getOrDefault(RecordFormat.CHANNEL, 0L)
                      .intValue(),
              subscribers -> subscribers == count);
    }
  }

  /** A reader that has found this server and listens for changes, the only one that does. */
  final RedisDiscovery watching(ServerRecord known) throws DiscoveryException {
    RedisDiscovery reader = open(LONG);
    reader.lookup(known.party(), known.server());
    awaitSubscribers(1);
    return reader;
  }

  /** A thread that was told to end is gone a moment after its owner has seen it end. */
  static void awaitNoThreads() {
    await("threads").atMost(DEADLINE).until(RedisTest::threads, List::isEmpty);
  }

  static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith(RedisDiscovery.THREAD_NAME_PREFIX))
        .sorted()
        .toList();
  }

  /** Everything logged meanwhile. */
  interface Log {
    String text();
  }

  /** Action during which a log is kept. */
  interface Logged {
    void run(Log log) throws Exception;
  }

  static String logOf(Logged piece) throws Exception {
    PrintStream console = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try {
      piece.run(() -> log.toString(StandardCharsets.UTF_8));
    } finally {
      System.setErr(console);
    }
    return log.toString(StandardCharsets.UTF_8);
  }
}
