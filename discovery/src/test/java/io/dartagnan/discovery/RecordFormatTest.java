package io.dartagnan.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.discovery.RejectedRecordException.Reason;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordFormatTest {
  private static final ServerRecord RECORD =
      new ServerRecord(1, "rs7.example,16020,1763676000000", "mesh7.example", 18600);
  private static final RecordFormat.IssuedRecord ISSUED =
      new RecordFormat.IssuedRecord(RECORD, 1763676000500L, 1763676015500L);
  private static final String KEY = "dartagnan:server:1:rs7.example,16020,1763676000000";
  private static final String STATEMENT =
      "v2 1 rs7.example,16020,1763676000000 mesh7.example 18600 1763676000500 1763676015500";
  // Ed25519 signs the same with the same key; this one is 32 times the byte 7.
  private static final String SIGNATURE =
      "blpVfk5jeinjy4aqZKeL7uMp-g2R7BgU9RadfH-doZil20yz3BR_0qS2zC2hjmhNWWz1fP9OK_xp2-FZq3pBAA";
  private static final String VALUE = STATEMENT + " " + SIGNATURE;

  private static RecordSigner signer() throws Exception {
    byte[] seed = new byte[32];
    Arrays.fill(seed, (byte) 7);
    PrivateKey key =
        KeyFactory.getInstance("Ed25519")
            .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, seed));
    return new RecordSigner(() -> key);
  }

  @Test
  void keyValueAndWhatIsSignedAreWrittenAsDocumented() throws Exception {
    assertThat(RecordFormat.key(RECORD)).isEqualTo(KEY);
    assertThat(RecordFormat.write(ISSUED, signer())).isEqualTo(VALUE);
    assertThat(new String(RecordFormat.signed(ISSUED), StandardCharsets.US_ASCII))
        .isEqualTo("d'Artagnan discovery record\n" + STATEMENT);
    assertThat(RecordFormat.CHANNEL).isEqualTo("dartagnan:servers");
  }

  @Test
  void whatIsWrittenIsReadBack() throws Exception {
    RecordFormat.Claim claim = RecordFormat.read(KEY, VALUE);
    assertThat(claim.issued()).isEqualTo(ISSUED);
    assertThat(claim.signed()).isEqualTo(RecordFormat.signed(ISSUED));
    assertThat(claim.signature()).hasSize(64);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "v3 1 rs7.example,16020,1763676000000 mesh7.example 18600 1 2 AA",
        "v2 1 rs7.example,16020,1763676000000 mesh7.example 18600 1 2",
        "v2 1 rs7.example,16020,1763676000000 mesh7.example 18600 1 2 AA ",
        "v2 1 rs7.example,16020,1763676000000 mesh7.example 18600 1 2 AA more",
        "v2  1 rs7.example,16020,1763676000000 mesh7.example 18600 1 2 AA",
        "v2 one rs7.example,16020,1763676000000 mesh7.example 18600 1 2 AA",
        "v2 +1 rs7.example,16020,1763676000000 mesh7.example 18600 1 2 AA",
        "v2 1 rs7.example,16020,1763676000000 mesh7.example 0 1 2 AA",
        "v2 1 rs7.example,16020,1763676000000 mesh7.example 65536 1 2 AA",
        "v2 1 rs7.example,16020,1763676000000 mesh7.example 018600 1 2 AA",
        "v2 1 rs7.example,16020,1763676000000 mesh7/example 18600 1 2 AA",
        "v2 1 rs7.example mesh7.example 18600 1 2 AA",
        "v2 1 rs7.example,16020,1763676000000 mesh7.example 18600 2 2 AA",
        "v2 1 rs7.example,16020,1763676000000 mesh7.example 18600 -1 2 AA",
        "v2 1 rs7.example,16020,1763676000000 mesh7.example 18600 1 3600002 AA",
        "v2 1 rs7.example,16020,1763676000000 mesh7.example 18600 -9223372036854775808"
            + " 9223372036854775807 AA",
        "v2 1 rs7.example,16020,1763676000000 mesh7.example 18600 1 99999999999999999999 AA",
        "v2 1 rs7.example,16020,1763676000000 mesh7.example 18600 1 2 A",
        "v2 1 rs7.example,16020,1763676000000 mesh7.example 18600 1 2 AB",
        "v2 1 rs7.example,16020,1763676000000 mesh7.example 18600 1 2 AA==",
        "v2 1 rs7.example,16020,1763676000000 mesh7.example 18600 1 2 +/",
      })
  void anythingElseIsRefusedWithItsKey(String value) {
    assertThatThrownBy(() -> RecordFormat.read(KEY, value))
        .isInstanceOfSatisfying(
            RejectedRecordException.class, e -> assertThat(e.reason()).isEqualTo(Reason.MALFORMED))
        .hasMessageStartingWith("the discovery record under " + KEY + " is malformed: ");
  }

  @Test
  void aRecordOfALaterVersionIsRefusedWithWhatToUpgrade() {
    for (String later : new String[] {"v3", "v12"}) {
      assertThatThrownBy(() -> RecordFormat.read(KEY, VALUE.replaceFirst("v2", later)))
          .hasMessage(
              "the discovery record under %s is malformed: it is of version %s, this release reads v2; upgrade this cloud first"
                  .formatted(KEY, later));
    }
  }

  @Test
  void aRecordOfTheUnsignedVersionIsRefusedAsThat() {
    String unsigned = "v1 1 rs7.example,16020,1763676000000 mesh7.example 18600";
    assertThatThrownBy(() -> RecordFormat.read(KEY, unsigned))
        .isInstanceOfSatisfying(
            RejectedRecordException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNSIGNED))
        .hasMessage(
            "the discovery record under "
                + KEY
                + " is not signed: it is of version v1, v2 is needed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dartagnan:server:2:rs7.example,16020,1763676000000",
        "dartagnan:server:1:rs8.example,16020,1763676000000"
      })
  void aRecordUnderAnotherServersKeyIsRefused(String key) {
    assertThatThrownBy(() -> RecordFormat.read(key, VALUE))
        .isInstanceOfSatisfying(
            RejectedRecordException.class, e -> assertThat(e.reason()).isEqualTo(Reason.MISPLACED))
        .hasMessageEndingWith("it is the record of " + KEY);
  }

  @Test
  void anEndlessValueIsRefusedAndNotRepeated() {
    assertThatThrownBy(() -> RecordFormat.read(KEY, "v2 1 " + "x".repeat(100_000)))
        .isInstanceOf(RejectedRecordException.class)
        .hasMessageEndingWith("it is 100005 characters long");
  }

  @Test
  void aRefusalIsOneLineWhateverStrangersWrote() {
    String hostile = "v2 1 rs7.example,16020,1\n2026 ERROR\u001b[2J mesh 1 1 2 AA";
    assertThatThrownBy(() -> RecordFormat.read(KEY + "\r\nx", hostile))
        .isInstanceOf(RejectedRecordException.class)
        .message()
        .matches("[ -~]*")
        .hasSizeLessThan(1400);
  }

  @Test
  void anyChangeIsRefusedOrReadAsWhatItSays() throws Exception {
    long seed = Long.getLong("dartagnan.seed", new Random().nextLong());
    System.out.println("RecordFormatTest: -Ddartagnan.seed=" + seed);
    Random random = new Random(seed);
    RecordFormat.Claim original = RecordFormat.read(KEY, VALUE);
    for (int i = 0; i < 20_000; i++) {
      StringBuilder changed = new StringBuilder(VALUE);
      int changes = 1 + random.nextInt(3);
      for (int c = 0; c < changes; c++) {
        changed.setCharAt(random.nextInt(changed.length()), (char) random.nextInt(256));
      }
      if (changed.toString().equals(VALUE)) {
        continue;
      }
      try {
        RecordFormat.Claim read = RecordFormat.read(KEY, changed.toString());
        boolean same =
            read.issued().equals(original.issued())
                && Arrays.equals(read.signature(), original.signature());
        assertThat(same).as("seed %d, %s", seed, changed).isFalse();
      } catch (RejectedRecordException expected) {
        assertThat(expected.getMessage()).as("seed %d", seed).startsWith("the discovery record");
      }
    }
  }
}
