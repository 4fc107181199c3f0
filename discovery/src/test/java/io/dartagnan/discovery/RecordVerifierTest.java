package io.dartagnan.discovery;

import static io.dartagnan.discovery.DiscoveryContractTest.RS0;
import static io.dartagnan.discovery.DiscoveryContractTest.RS1;
import static io.dartagnan.discovery.DiscoveryContractTest.RS2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.discovery.RejectedRecordException.Reason;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.Signature;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordVerifierTest {
  private static final long NOW = 1763676000000L;
  private static final long LEASE = 15_000;
  private static final long SKEW = 10_000;
  private static final String KEY = RecordFormat.key(RS0);
  private static final Parties PARTIES = new Parties();

  private final DiscoveryMetrics metrics = new DiscoveryMetrics();
  private long now = NOW;
  private final Clock clock = new TestClock(() -> Instant.ofEpochMilli(now));
  private final RecordVerifier verifier =
      new RecordVerifier(PARTIES, clock, Duration.ofMillis(SKEW), metrics);

  private void refuses(Reason rejection, String key, String value) {
    long before = metrics.rejected(rejection);
    assertThatThrownBy(() -> verifier.verify(key, value))
        .isInstanceOfSatisfying(
            RejectedRecordException.class, e -> assertThat(e.reason()).isEqualTo(rejection))
        .hasMessageStartingWith("the discovery record under " + key + " " + rejection.verdict());
    assertThat(metrics.rejected(rejection)).isEqualTo(before + 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2}) // an elliptic curve, RSA, Edwards
  void whatThePartySignedIsBelieved(int party) throws Exception {
    ServerRecord record = new ServerRecord(party, RS0.server(), "a", 7000);
    String value = PARTIES.issue(record, NOW, LEASE);
    assertThat(value.length()).isLessThanOrEqualTo(RecordFormat.LONGEST_VALUE);
    assertThat(verifier.verify(RecordFormat.key(record), value).record()).isEqualTo(record);
    assertThat(metrics.rejected()).isZero();
  }

  @Test
  void whatAnotherPartySignedIsForged() throws Exception {
    refuses(Reason.FORGED, KEY, Parties.issue(RS0, NOW, LEASE, PARTIES.signer(1)));
    refuses(Reason.FORGED, KEY, Parties.issue(RS0, NOW, LEASE, PARTIES.signer(2)));
    KeyPair stranger = Parties.ellipticCurve();
    refuses(
        Reason.FORGED, KEY, Parties.issue(RS0, NOW, LEASE, new RecordSigner(stranger::getPrivate)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void anySinglePartThatWasAlteredIsForged(int party) throws Exception {
    ServerRecord record = new ServerRecord(party, RS0.server(), "a", 7000);
    String[] parts = PARTIES.issue(record, NOW, LEASE).split(" ");
    String[][] changes = {
      {"3", "evil.example"},
      {"4", "7001"},
      {"5", Long.toString(NOW - 1)},
      {"6", Long.toString(NOW + LEASE + 1)},
      {"7", ""},
      {"7", "AAAA"},
      {"7", Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[64])},
    };
    for (String[] change : changes) {
      String[] altered = parts.clone();
      altered[Integer.parseInt(change[0])] = change[1];
      refuses(Reason.FORGED, RecordFormat.key(record), String.join(" ", altered));
    }
  }

  @Test
  void aSignatureMadeForAnotherPurposeIsForged() throws Exception {
    String[] parts = PARTIES.issue(RS0, NOW, LEASE).split(" ");
    String statement = String.join(" ", Arrays.copyOf(parts, 7));
    Signature bare = Signature.getInstance("SHA256withECDSA");
    bare.initSign(PARTIES.keyOf(0).getPrivate());
    bare.update(statement.getBytes(StandardCharsets.US_ASCII));
    String signature = Base64.getUrlEncoder().withoutPadding().encodeToString(bare.sign());
    refuses(Reason.FORGED, KEY, statement + " " + signature);
  }

  @Test
  void anotherPartysRecordUnderThisKeyIsMisplacedThoughItIsGenuine() throws Exception {
    refuses(Reason.MISPLACED, KEY, PARTIES.issue(RS1, NOW, LEASE));
  }

  @Test
  void aRecordHoldsUntilItsExpiryAndTheAllowedSkew() throws Exception {
    String value = PARTIES.issue(RS0, NOW, LEASE);
    now = NOW + LEASE + SKEW - 1;
    RecordFormat.IssuedRecord issued = verifier.verify(KEY, value);
    assertThat(verifier.remainingMs(issued)).isEqualTo(1);
    now++;
    refuses(Reason.EXPIRED, KEY, value);
  }

  @Test
  void aRecordMayBeAheadOfThisClockByTheAllowedSkewAndNoMore() throws Exception {
    RecordFormat.IssuedRecord issued = verifier.verify(KEY, PARTIES.issue(RS0, NOW + SKEW, LEASE));
    assertThat(verifier.remainingMs(issued)).as("no longer than its lease").isEqualTo(LEASE);
    refuses(Reason.FROM_FUTURE, KEY, PARTIES.issue(RS0, NOW + SKEW + 1, LEASE));
  }

  @Test
  void aRecordOlderThanOneSeenIsReplayedAndTheSameOneIsNot() throws Exception {
    String older = PARTIES.issue(RS0, NOW, LEASE);
    String newer = PARTIES.issue(RS0, NOW + 1, LEASE);
    verifier.verify(KEY, older);
    verifier.verify(KEY, newer);
    verifier.verify(KEY, newer);
    refuses(Reason.REPLAYED, KEY, older);
    assertThat(verifier.verify(RecordFormat.key(RS2), PARTIES.issue(RS2, NOW, LEASE)))
        .as("another server has its own history")
        .isNotNull();
  }

  @Test
  void whatIsRefusedForAnotherReasonMakesNothingLookReplayed() throws Exception {
    refuses(Reason.FROM_FUTURE, KEY, PARTIES.issue(RS0, NOW + SKEW + 1, LEASE));
    refuses(Reason.FORGED, KEY, Parties.issue(RS0, NOW + 5, LEASE, PARTIES.signer(1)));
    assertThat(verifier.verify(KEY, PARTIES.issue(RS0, NOW, LEASE)).record()).isEqualTo(RS0);
  }

  @Test
  void anyOfSeveralPinnedKeysWillDoAndOneThatIsTakenBackNoLonger() throws Exception {
    Parties changing = new Parties();
    RecordVerifier reader = new RecordVerifier(changing, clock, Duration.ofMillis(SKEW), metrics);
    KeyPair old = changing.keyOf(0);
    KeyPair fresh = Parties.edwards();
    String byOld = changing.issue(RS0, NOW, LEASE);
    changing.replaceKey(0, fresh);
    String byFresh = changing.issue(RS0, NOW, LEASE);

    reader.verify(KEY, byOld);
    assertThatThrownBy(() -> reader.verify(KEY, byFresh)).hasMessageContaining("is forged");
    changing.pin(0, old.getPublic(), fresh.getPublic());
    reader.verify(KEY, byOld);
    reader.verify(KEY, byFresh);
    changing.pin(0, fresh.getPublic());
    reader.verify(KEY, byFresh);
    assertThatThrownBy(() -> reader.verify(KEY, byOld)).hasMessageContaining("is forged");
    changing.pin(0);
    assertThatThrownBy(() -> reader.verify(KEY, byFresh)).hasMessageContaining("is forged");
  }

  @Test
  void aKeyThatSignsNoRecordsIsNamedByItsKind() {
    KeyPair agreement = Parties.generate("X25519", 255);
    assertThatThrownBy(() -> new RecordSigner(agreement::getPrivate).sign(new byte[1]))
        .isInstanceOf(DiscoveryException.class)
        .hasMessageContaining("signs no records, an EC, RSA or Ed25519 key is needed");
    assertThatThrownBy(() -> new RecordSigner(() -> null).sign(new byte[1]))
        .isInstanceOf(DiscoveryException.class)
        .hasMessageContaining("kind none");
  }

  @Test
  void onePartysManyServersDoNotMakeAnothersBeForgotten() {
    RecordVerifier.NewestIssueTimes newest = new RecordVerifier.NewestIssueTimes();
    newest.newest(new RecordFormat.IssuedRecord(RS1, NOW + 7, NOW + 8), NOW + 7);
    for (int i = 0; i <= RecordVerifier.NewestIssueTimes.SERVERS_PER_PARTY; i++) {
      ServerRecord one = new ServerRecord(0, "rs" + i + ",1,1", "a", 1);
      newest.newest(new RecordFormat.IssuedRecord(one, NOW + 7, NOW + 8), NOW + 7);
    }
    assertThat(newest.newest(new RecordFormat.IssuedRecord(RS1, NOW, NOW + 1), NOW + 7))
        .isEqualTo(NOW + 7);
    ServerRecord first = new ServerRecord(0, "rs0,1,1", "a", 1);
    assertThat(newest.newest(new RecordFormat.IssuedRecord(first, NOW, NOW + 1), NOW + 7))
        .as("the one read longest ago had to go")
        .isEqualTo(NOW);
  }

  @Test
  void aKindOfRefusalIsWarnedOfOncePerSeries() {
    RecordVerifier.RejectionLog log = new RecordVerifier.RejectionLog(null);
    long quiet = Duration.ofMinutes(RecordVerifier.RejectionLog.QUIET_MINUTES).toNanos();
    assertThat(log.isFirst(Reason.FORGED, 0)).isTrue();
    assertThat(log.isFirst(Reason.FORGED, quiet)).isFalse();
    assertThat(log.isFirst(Reason.FORGED, 2 * quiet)).isFalse();
    assertThat(log.isFirst(Reason.EXPIRED, 2 * quiet)).isTrue();
    assertThat(log.isFirst(Reason.FORGED, 3 * quiet + 1)).isTrue();
  }

  @Test
  void ownersIssueLaterThanBeforeThoughTheirClockIsSetBackByWhatClocksMayDiffer() {
    RedisDiscovery.IssueClock times = new RedisDiscovery.IssueClock(clock, Duration.ofMillis(SKEW));
    long first = times.getAsLong();
    now -= SKEW - 1;
    assertThat(times.getAsLong()).as("just not from the future").isEqualTo(first + 1);
    now -= 1;
    assertThat(times.getAsLong()).as("by this clock it would be").isEqualTo(now);
    now += 2 * SKEW;
    assertThat(times.getAsLong()).isEqualTo(now);
  }

  @Test
  void aRecordOfATimeThatIsFromTheFutureByNowMakesNoneLookReplayed() throws Exception {
    now = NOW + 2 * SKEW;
    verifier.verify(KEY, PARTIES.issue(RS0, now, LEASE));
    now = NOW;
    String genuine = PARTIES.issue(RS0, NOW, LEASE);
    assertThat(verifier.verify(KEY, genuine).issuedAt()).isEqualTo(NOW);
    refuses(Reason.REPLAYED, KEY, PARTIES.issue(RS0, NOW - 1, LEASE));
  }
}
