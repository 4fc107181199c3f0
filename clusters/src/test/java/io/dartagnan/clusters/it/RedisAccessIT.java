package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dartagnan.server.ServerKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisAccessControlException;
import redis.clients.jedis.params.ScanParams;

/**
 * Rights of users in the Redis of running clouds: the clouds can do what they have to, and no more.
 */
@EndToEnd
class RedisAccessIT {
  private static final Duration DEADLINE = Duration.ofMinutes(5);
  private static final String KEY = "dartagnan:server:0:stranger,1,1";

  private final LocalClusters clusters;

  RedisAccessIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  private static Object send(Jedis redis, String command) {
    String[] words = command.split(" ");
    return redis.sendCommand(
        () -> Bytes.toBytes(words[0]), Arrays.copyOfRange(words, 1, words.length));
  }

  private static void refuses(Jedis redis, String command, String reason) {
    assertThatThrownBy(() -> send(redis, command))
        .as(command)
        .isInstanceOf(JedisAccessControlException.class)
        .hasMessageStartingWith(reason);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PING",
        "SCAN 0",
        "SET " + KEY + " x",
        "GETRANGE " + KEY + " 0 -1",
        "DEL " + KEY,
        "PUBLISH dartagnan:servers x",
        "SUBSCRIBE dartagnan:servers",
        "FLUSHALL",
        "CONFIG GET *",
        "ACL LIST"
      })
  void whoDoesNotLogInIsRefused(String command) {
    try (Jedis redis = clusters.redis()) {
      refuses(redis, command, "NOAUTH");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "default",
        "default nothing",
        "dartagnan-0 nothing",
        "dartagnan nothing",
        "nobody nothing"
      })
  void whoDoesNotKnowAPasswordIsRefused(String login) {
    try (Jedis redis = clusters.redis()) {
      refuses(redis, "AUTH " + login, "WRONGPASS");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Commands that discovery does not use.
        "FLUSHALL",
        "FLUSHDB",
        "CONFIG GET *",
        "CONFIG SET appendonly yes",
        "ACL LIST",
        "ACL SETUSER default on nopass ~* &* +@all",
        "CLIENT LIST",
        "INFO",
        "MONITOR",
        "REPLICAOF NO ONE",
        "EVAL return 0",
        "FUNCTION LIST",
        "MODULE LIST",
        "KEYS *",
        "TYPE " + KEY,
        "GET " + KEY,
        "APPEND " + KEY + " x",
        "RENAME " + KEY + " " + KEY + "0",
        "PERSIST " + KEY,
        // Keys that no server has.
        "SET elsewhere x",
        "SET dartagnan:server x",
        "GETRANGE elsewhere 0 -1",
        "DEL elsewhere",
        "DEL " + KEY + " elsewhere",
        "PTTL elsewhere",
        // Channels that nobody listens on.
        "PUBLISH elsewhere x",
        "SUBSCRIBE elsewhere",
        "PSUBSCRIBE *",
        "PUBSUB CHANNELS"
      })
  void aCloudMayDoNothingButWhatDiscoveryDoes(String command) {
    for (int party = 0; party < 3; party++) {
      try (Jedis redis = clusters.redis(party)) {
        refuses(redis, command, "NOPERM");
      }
    }
  }

  @Test
  void aCloudMayNotRemoveOrReplaceAnothersRecords() {
    for (int party = 0; party < 3; party++) {
      try (Jedis redis = clusters.redis(party)) {
        for (int another = 0; another < 3; another++) {
          String key = "dartagnan:server:" + another + ":stranger,1,1";
          send(redis, "GETRANGE " + key + " 0 -1");
          if (another != party) {
            refuses(redis, "DEL " + key, "NOPERM");
            refuses(redis, "SET " + key + " x", "NOPERM");
          }
        }
      }
    }
  }

  @Test
  void everyCloudRegistersFindsItsPeersAndHearsOfChanges() throws Exception {
    try (Connection connection = clusters.safe();
        Jedis redis = clusters.redis(2)) {
      Numbered numbered = Numbered.create(connection, "redisAccess").load(10);
      assertThat(numbered.numbers(CompareOperator.LESS, 2)).containsExactly(0L, 1L);

      for (int party = 0; party < 3; party++) {
        ScanParams ofParty = new ScanParams().match("dartagnan:server:" + party + ":*").count(1000);
        assertThat(redis.scan(ScanParams.SCAN_POINTER_START, ofParty).getResult())
            .as("servers of party " + party)
            .isNotEmpty();
      }
      // Redis says how many have heard it; to them it is a hint about a server they never asked
      // for.
      await("the three clouds' region servers listen")
          .atMost(DEADLINE)
          .untilAsserted(() -> assertThat(redis.publish("dartagnan:servers", KEY)).isEqualTo(3));
    }
  }

  @Test
  void aPasswordIsInItsOwnCloudsFolderAndNowhereElse() throws Exception {
    List<String> passwords = new ArrayList<>();
    for (int party = 0; party < 3; party++) {
      Path file = clusters.folder("cloud-" + party).resolve("redis").resolve("password");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
      passwords.add(Files.readString(file));
      assertThat(clusters.serverSetting(party, ServerKeys.REDIS_PASSWORD))
          .isEqualTo(passwords.get(party));
    }
    PlaintextSearch search = new PlaintextSearch(passwords);
    for (int party = 0; party < 3; party++) {
      Path cloud = clusters.folder("cloud-" + party);
      assertThat(search.below(cloud.resolve("conf"))).containsOnlyKeys(passwords.get(party));
      assertThat(search.below(cloud.resolve("redis"))).containsOnlyKeys(passwords.get(party));
      assertThat(search.below(cloud.resolve("logs"))).isEmpty();
    }
    for (String other :
        List.of("redis", "client", "run", "baseline/conf", "deployment.properties")) {
      assertThat(search.below(clusters.folder(other))).as(other).isEmpty();
    }
  }

  @Test
  void noCommandPrintsAPassword() throws Exception {
    Set<String> passwords = new TreeSet<>();
    for (int party = 0; party < 3; party++) {
      passwords.add(clusters.serverSetting(party, ServerKeys.REDIS_PASSWORD));
    }
    PlaintextSearch search = new PlaintextSearch(passwords);
    for (String command : List.of("env", "status", "logs redis", "logs 0")) {
      Commands.Ended ended = clusters.require(command.split(" "));
      assertThat(ended.output()).as(command).isNotEmpty();
      assertThat(search.in(Bytes.toBytes(ended.output() + ended.errors()))).as(command).isEmpty();
    }
  }
}
