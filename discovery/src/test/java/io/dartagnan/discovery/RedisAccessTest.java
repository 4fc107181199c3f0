package io.dartagnan.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/** Tests of logins to Redis and of the certificate by which it is known. */
class RedisAccessTest {
  private static final Duration LEASE = Duration.ofSeconds(60);
  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final ServerRecord RS0 = DiscoveryContractTest.RS0;
  private static final Parties PARTIES = new Parties();

  /** Rules of the ACL user, as the README gives them to operators. */
  private static final String ACL =
      "resetkeys %R~dartagnan:server:* %W~dartagnan:server:0:* resetchannels &dartagnan:servers -@all"
          + " +set +del +getrange +pttl +scan +publish +subscribe +select +ping";

  @TempDir Path folder;

  private static RedisDiscovery open(RedisSettings settings) throws DiscoveryException {
    return new RedisDiscovery(settings, PARTIES.signer(0), PARTIES);
  }

  /** Everything that is ever asked of Redis. */
  private static void worksWith(RedisSettings settings) throws Exception {
    try (RedisDiscovery owner = open(settings);
        RedisDiscovery reader = open(settings)) {
      Discovery.Registration registration = owner.register(RS0);
      assertThat(owner.metrics().heartbeatsFailed()).isZero();
      assertThat(reader.lookup(0, RS0.server())).isEqualTo(RS0);
      assertThat(reader.all()).containsExactly(RS0);
      // Heard, hence subscribed to and published.
      registration.close();
      await("the change is heard of")
          .atMost(DEADLINE)
          .until(
              () -> {
                owner.register(RS0).close();
                return reader.metrics().hints() > 0;
              });
      assertThat(owner.metrics().redisFailures()).isZero();
      assertThat(reader.metrics().redisFailures()).isZero();
      assertThat(reader.metrics().subscriberReconnects()).isZero();
    }
  }

  private static void refused(RedisSettings settings, String... reasons) throws Exception {
    try (RedisDiscovery reader = open(settings)) {
      assertThatThrownBy(() -> reader.lookup(0, RS0.server()))
          .isInstanceOf(DiscoveryException.class)
          .hasMessageStartingWith("Redis at 127.0.0.1:")
          .hasMessageContainingAll(reasons)
          .message()
          .hasLineCount(1)
          .doesNotContain("s3cret")
          .doesNotContain("wr0ng");
    }
  }

  @Test
  void aPasswordIsGivenInTheUriOrBesideIt() throws Exception {
    try (RedisProcess redis = new RedisProcess("--requirepass", "s3cret")) {
      RedisSettings anonymous = new RedisSettings(redis.uri(), LEASE);
      worksWith(anonymous.loggingIn(new RedisSettings.Login(null, "s3cret".toCharArray())));
      worksWith(new RedisSettings(URI.create("redis://:s3cret@" + redis.address()), LEASE));
      refused(anonymous, "NOAUTH");
      refused(
          anonymous.loggingIn(new RedisSettings.Login(null, "wr0ng".toCharArray())),
          "refuses what was asked",
          "WRONGPASS");
    }
  }

  /** Redis repeats the arguments of a command that it does not know. */
  @Test
  void aPasswordThatRedisRepeatsIsNotPassedOn() throws Exception {
    try (RedisProcess redis = new RedisProcess("--rename-command", "AUTH", "LOGIN")) {
      RedisSettings anonymous = new RedisSettings(redis.uri(), LEASE);
      RedisSettings ours =
          anonymous.loggingIn(new RedisSettings.Login("dartagnan", "s3cret".toCharArray()));
      RedisSettings inUri =
          new RedisSettings(URI.create("redis://bob:s3cret@" + redis.address()), LEASE);
      for (RedisSettings settings : List.of(ours, inUri)) {
        refused(settings, "repeats the password");
        try (RedisDiscovery reader = open(settings)) {
          assertThatThrownBy(reader::all)
              .satisfies(e -> assertThat(stackTrace(e)).doesNotContain("s3cret"));
        }
      }
    }
  }

  private static String stackTrace(Throwable failure) {
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    return trace.toString();
  }

  @Test
  void aHostThatNoNameServerKnowsIsToldAsThat() throws Exception {
    RedisSettings nowhere = new RedisSettings(URI.create("redis://redis.invalid:6379"), LEASE);
    try (RedisDiscovery reader = open(nowhere)) {
      assertThatThrownBy(() -> reader.lookup(0, RS0.server()))
          .isInstanceOf(DiscoveryException.class)
          .hasMessage(
              "Redis at redis.invalid:6379 cannot be reached: no address is known for that host;"
                  + " see the URI, and the names this machine can resolve");
    }
  }

  /** Named dartagnan, with a password of its own. */
  private static void addUserOfParty0(RedisProcess redis) {
    try (Jedis admin = redis.connect()) {
      admin.auth("s3cret");
      List<String> rules = new ArrayList<>(List.of("on", ">s3cret-2"));
      rules.addAll(List.of(ACL.split(" ")));
      admin.aclSetUser("dartagnan", rules.toArray(new String[0]));
    }
  }

  @Test
  void anAclUserNeedsNoMoreThanTheDocumentedRules() throws Exception {
    try (RedisProcess redis = new RedisProcess("--requirepass", "s3cret")) {
      addUserOfParty0(redis);
      RedisSettings anonymous = new RedisSettings(redis.uri(), LEASE);
      worksWith(
          anonymous.loggingIn(new RedisSettings.Login("dartagnan", "s3cret-2".toCharArray())));
      worksWith(
          new RedisSettings(URI.create("redis://dartagnan:s3cret-2@" + redis.address()), LEASE));
      refused(
          anonymous.loggingIn(new RedisSettings.Login("dartagnan", "wr0ng".toCharArray())),
          "WRONGPASS");
      try (Jedis admin = redis.connect()) {
        admin.auth("s3cret");
        admin.aclSetUser("dartagnan", "-getrange");
      }
      refused(
          anonymous.loggingIn(new RedisSettings.Login("dartagnan", "s3cret-2".toCharArray())),
          "NOPERM");
    }
  }

  @Test
  void withTheDocumentedRulesNoCloudRemovesOrReplacesAnothersRecords() throws Exception {
    try (RedisProcess redis = new RedisProcess("--requirepass", "s3cret");
        Jedis ofParty0 = redis.connect()) {
      addUserOfParty0(redis);
      ofParty0.auth("dartagnan", "s3cret-2");
      String anothers = RecordFormat.key(DiscoveryContractTest.RS1);
      assertThatThrownBy(() -> ofParty0.del(anothers)).hasMessageContaining("NOPERM");
      assertThatThrownBy(() -> ofParty0.set(anothers, "x")).hasMessageContaining("NOPERM");
      assertThat(ofParty0.getrange(anothers, 0, 1)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "../docs/operating.md"})
  void operatorsAreGivenTheseRules(String document) throws Exception {
    assertThat(Files.readString(Path.of(document)).replaceAll("\\s+\\\\?\\s*", " ")).contains(ACL);
  }

  @Test
  void overTlsOnlyTheTrustedRedisOfThatHostIsTalkedTo() throws Exception {
    Path ours = Files.createDirectory(folder.resolve("ours"));
    Path another = Files.createDirectory(folder.resolve("another"));
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    RedisCertificate certificate = new RedisCertificate(ours, "127.0.0.1");
    RedisCertificate stranger = new RedisCertificate(another, "127.0.0.1");
    RedisCertificate otherHost = new RedisCertificate(elsewhere, "redis.example");
    try (RedisProcess redis = RedisProcess.encrypted(certificate.serverSettings())) {
      RedisSettings untrusting = new RedisSettings(redis.uri(), LEASE);
      worksWith(untrusting.trusting(certificate.truststore()));
      refused(untrusting.trusting(stranger.truststore()), "cannot be reached", "TLS failed");
      refused(untrusting, "cannot be reached", "TLS failed"); // the JDK's authorities
      refused(
          new RedisSettings(URI.create("redis://" + redis.address()), LEASE), "cannot be reached");
    }
    try (RedisProcess redis = RedisProcess.encrypted(otherHost.serverSettings())) {
      refused(
          new RedisSettings(redis.uri(), LEASE).trusting(otherHost.truststore()),
          "TLS failed",
          "127.0.0.1");
    }
  }

  /** No renewal is missed by those who have pinned it. */
  @Test
  void aPinnedCertificateIsTrustedBeyondItsEnd() throws Exception {
    Instant yesterday = Instant.now().minus(Duration.ofDays(1));
    RedisCertificate ended = new RedisCertificate(folder, "127.0.0.1", yesterday);
    try (RedisProcess redis = RedisProcess.encrypted(ended.serverSettings())) {
      worksWith(new RedisSettings(redis.uri(), LEASE).trusting(ended.truststore()));
    }
  }

  @Test
  void aTruststoreThatCannotBeReadIsNamed() throws Exception {
    RedisCertificate certificate = new RedisCertificate(folder, "127.0.0.1");
    RedisSettings settings = new RedisSettings(URI.create("rediss://127.0.0.1:1"), LEASE);
    assertThatThrownBy(() -> open(settings.trusting(certificate.truststoreWithWrongPassword())))
        .isInstanceOf(DiscoveryException.class)
        .hasMessageContainingAll("truststore.p12 for Redis cannot be read as PKCS12", "password");
    RedisSettings.Truststore missing =
        new RedisSettings.Truststore(folder.resolve("none.p12"), new char[] {'x'});
    assertThatThrownBy(() -> open(settings.trusting(missing)))
        .isInstanceOf(DiscoveryException.class)
        .hasMessageEndingWith("none.p12 for Redis does not exist");
  }
}
