package io.dartagnan.mesh.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dartagnan.mesh.TestCertificates;
import io.dartagnan.mpc.Party;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.Provider;
import java.security.Security;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates follow the files, and bad files change nothing. */
class PartyCertificatesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** So long that only {@code refresh()} looks. */
  private static final Duration NEVER = Duration.ofHours(1);

  private static TestCertificates made;

  @TempDir private Path folder;
  private Path keystore;
  private Path truststore;
  private PartyCertificates certificates;

  /** Time that the certificates take for now; valid are those of today and tomorrow. */
  private volatile Instant now = Instant.now();

  @BeforeAll
  static void makeCertificates(@TempDir Path shared) throws Exception {
    made = TestCertificates.in(shared);
  }

  @BeforeEach
  void load() throws IOException {
    keystore = Files.copy(made.keystore(Party.P1), folder.resolve("keystore.p12"));
    truststore = Files.copy(made.truststore(), folder.resolve("truststore.p12"));
    certificates = PartyCertificates.load(Party.P1, identity().withPollInterval(NEVER), () -> now);
  }

  @AfterEach
  void close() {
    certificates.close();
  }

  private TlsIdentity identity() {
    return new TlsIdentity(keystore, made.password(), truststore, made.password());
  }

  private void pin(Map<String, Path> pins) throws IOException {
    made.writeTruststore(truststore, pins);
  }

  private void pinBesideTheUsual(Map<String, Path> more) throws IOException {
    Map<String, Path> pins = new HashMap<>(more);
    Party.ALL.forEach(party -> pins.put("party-" + party.index(), made.keystore(party)));
    pin(pins);
  }

  private void pinBothKeys() throws IOException {
    pinBesideTheUsual(Map.of("party-1-next", made.nextKeystore()));
  }

  private Map<String, Path> onlyNextPinned() {
    return Map.of(
        "party-0", made.keystore(Party.P0),
        "party-1-next", made.nextKeystore(),
        "party-2", made.keystore(Party.P2));
  }

  private void useNextKey() throws IOException {
    TestCertificates.replace(keystore, Files.readAllBytes(made.nextKeystore()));
  }

  @Test
  void aSignatureByTheOwnKeyVerifiesWithAPinnedOne() throws Exception {
    Signature signer = Signature.getInstance("SHA256withECDSA");
    signer.initSign(certificates.privateKey());
    signer.update((byte) 7);
    byte[] signature = signer.sign();
    assertThat(certificates.publicKeys(Party.P1)).hasSize(1);
    signer.initVerify(certificates.publicKeys(Party.P1).iterator().next());
    signer.update((byte) 7);
    assertThat(signer.verify(signature)).isTrue();
  }

  @Test
  void aPinThatIsAddedAndOneThatIsRemovedTakeEffect() throws Exception {
    assertThat(certificates.generation()).isEqualTo(1);
    assertThat(certificates.partyOf(made.certificate(made.nextKeystore()))).isEmpty();

    pinBothKeys();
    certificates.refresh();
    assertThat(certificates.generation()).isEqualTo(2);
    assertThat(certificates.partyOf(made.certificate(made.nextKeystore()))).contains(Party.P1);
    assertThat(certificates.publicKeys(Party.P1)).hasSize(2);

    useNextKey();
    certificates.refresh();
    assertThat(certificates.generation()).isEqualTo(3);
    assertThat(certificates.certificate()).isEqualTo(made.certificate(made.nextKeystore()));

    pin(onlyNextPinned());
    certificates.refresh();
    assertThat(certificates.generation()).isEqualTo(4);
    assertThat(certificates.partyOf(made.certificate(made.keystore(Party.P1)))).isEmpty();
    assertThat(certificates.publicKeys(Party.P1)).hasSize(1);
  }

  @Test
  void aKeyThatIsNotPinnedIsNotTakenUp() throws Exception {
    useNextKey();
    certificates.refresh();
    certificates.refresh();
    assertThat(certificates.certificate()).isEqualTo(made.certificate(made.keystore(Party.P1)));
    assertThat(certificates.generation()).isEqualTo(1);
    assertThat(certificates.failedReloads()).isEqualTo(1);

    pinBothKeys();
    certificates.refresh();
    assertThat(certificates.certificate()).isEqualTo(made.certificate(made.nextKeystore()));
    assertThat(certificates.failedReloads()).isEqualTo(1);
  }

  @Test
  void filesThatCannotBeUsedChangeNothingAndCountOncePerContent() throws Exception {
    byte[] good = Files.readAllBytes(truststore);
    Files.writeString(truststore, "half a file");
    certificates.refresh();
    certificates.refresh();
    assertThat(certificates.failedReloads()).isEqualTo(1);

    Files.delete(truststore);
    certificates.refresh();
    certificates.refresh();
    assertThat(certificates.failedReloads()).isEqualTo(2);

    Files.write(truststore, good);
    certificates.refresh();
    assertThat(certificates.failedReloads()).isEqualTo(2);
    assertThat(certificates.generation()).isEqualTo(1);
    assertThat(certificates.partyOf(made.certificate(made.keystore(Party.P2)))).isPresent();

    pinBothKeys();
    certificates.refresh();
    assertThat(certificates.generation()).isEqualTo(2);
  }

  @Test
  void anotherFileOfTheSameCertificatesIsNoChange() throws Exception {
    pin(
        Map.of(
            "party-0", made.keystore(Party.P0),
            "party-1", made.keystore(Party.P1),
            "party-2-renamed", made.keystore(Party.P2)));
    certificates.refresh();
    assertThat(certificates.generation()).isEqualTo(1);
    assertThat(certificates.failedReloads()).isZero();
  }

  @Test
  void theFilesAreLookedAtWithoutBeingAskedAndListenersAreTold() throws Exception {
    AtomicInteger told = new AtomicInteger();
    try (PartyCertificates watching =
        PartyCertificates.load(Party.P1, identity().withPollInterval(Duration.ofMillis(100)))) {
      watching.onChange(
          () -> {
            throw new IllegalStateException("a listener that fails");
          });
      watching.onChange(told::incrementAndGet);
      pinBothKeys();
      await("the change is seen").atMost(PATIENCE).until(() -> told.get() == 1);
      assertThat(watching.generation()).isEqualTo(2);
      useNextKey();
      await("the next one too").atMost(PATIENCE).until(() -> told.get() == 2);
    }
  }

  @Test
  void aKeyWhoseCertificateBeginsLaterIsTakenUpWhenItDoes() throws Exception {
    pinBesideTheUsual(Map.of("party-1-future", made.futureKeystore()));
    TestCertificates.replace(keystore, Files.readAllBytes(made.futureKeystore()));
    certificates.refresh();
    certificates.refresh();
    assertThat(certificates.certificate()).isEqualTo(made.certificate(made.keystore(Party.P1)));
    assertThat(certificates.failedReloads()).isEqualTo(1);

    now = made.certificate(made.futureKeystore()).getNotBefore().toInstant().plusSeconds(1);
    certificates.refresh();
    assertThat(certificates.certificate()).isEqualTo(made.certificate(made.futureKeystore()));
    assertThat(certificates.generation()).isEqualTo(2);
    assertThat(certificates.failedReloads()).isEqualTo(1);
  }

  @Test
  void aPinIsTakenAwayAlsoWhenTheOwnCertificateHasEnded() throws Exception {
    now = certificates.certificate().getNotAfter().toInstant().plusSeconds(1);
    pin(
        Map.of(
            "party-0", made.keystore(Party.P0),
            "party-1", made.keystore(Party.P1),
            "party-2", made.strangersKeystore()));
    certificates.refresh();
    assertThat(certificates.partyOf(made.certificate(made.keystore(Party.P2)))).isEmpty();
    assertThat(certificates.failedReloads()).isZero();
  }

  /** Makes the JDK fail at what only a defect in it would. */
  private static final class FailingKeyStores extends Provider {
    private static final long serialVersionUID = 1L;

    FailingKeyStores() {
      super("failing", "1", "");
      putService(
          new Service(this, "KeyStore", "PKCS12", "none", null, null) {
            @Override
            public Object newInstance(Object parameter) {
              throw new IllegalStateException("a failure that nobody expects");
            }
          });
    }
  }

  @Test
  void theFilesAreWatchedOnAfterAFailureThatNobodyExpects() throws Exception {
    try (PartyCertificates watching =
        PartyCertificates.load(Party.P1, identity().withPollInterval(Duration.ofMillis(100)))) {
      Provider failing = new FailingKeyStores();
      Security.insertProviderAt(failing, 1);
      try {
        Files.writeString(truststore, "whatever it is");
        await("the failure is counted").atMost(PATIENCE).until(() -> watching.failedReloads() == 1);
      } finally {
        Security.removeProvider(failing.getName());
      }
      pinBothKeys();
      await("a later change is seen").atMost(PATIENCE).until(() -> watching.generation() == 2);
    }
  }

  private long noticesIn(ByteArrayOutputStream log) {
    return log.toString(StandardCharsets.UTF_8).lines().filter(of -> of.contains(" days ")).count();
  }

  @Test
  void whatEndsWithinAMonthIsLoggedOnceADay() {
    PrintStream before = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try {
      certificates.refresh();
      assertThat(noticesIn(log)).isZero();
      now = certificates.certificate().getNotAfter().toInstant().minus(Duration.ofDays(20));
      certificates.refresh();
      certificates.refresh();
      assertThat(noticesIn(log)).as("one for each party").isEqualTo(3);
      now = now.plus(Duration.ofHours(23));
      certificates.refresh();
      assertThat(noticesIn(log)).isEqualTo(3);
      now = now.plus(Duration.ofHours(1));
      certificates.refresh();
      assertThat(noticesIn(log)).isEqualTo(6);
    } finally {
      System.setErr(before);
    }
  }

  @Test
  void daysLeftAreThoseOfTheOwnKeyAndOfAPeersLastPin() throws Exception {
    now = certificates.certificate().getNotAfter().toInstant().minus(Duration.ofDays(5));
    pinBesideTheUsual(
        Map.of("party-1-next", made.futureKeystore(), "party-2-former", made.expiredKeystore()));
    certificates.refresh();
    // All three were made within seconds.
    assertThat(certificates.daysLeft(Party.P0)).isBetween(4L, 5L);
    assertThat(certificates.daysLeft(Party.P1)).isEqualTo(5);
    assertThat(certificates.daysLeft(Party.P2)).isBetween(4L, 5L);
  }

  @Test
  void aKeyOfAnExpiredPinVerifiesNothing() throws Exception {
    pinBesideTheUsual(Map.of("party-1-expired", made.expiredKeystore()));
    certificates.refresh();
    assertThat(certificates.generation()).isEqualTo(2);
    assertThat(certificates.publicKeys(Party.P1))
        .containsExactly(made.certificate(made.keystore(Party.P1)).getPublicKey());
  }

  @Test
  void typesProvidersAndIntervalsThatAreNoneAreRefused() {
    assertThat(StoreFile.Type.of(null, Path.of("a.P12"))).isEqualTo(StoreFile.Type.PKCS12);
    assertThat(StoreFile.Type.of("", Path.of("a.jks"))).isEqualTo(StoreFile.Type.JKS);
    assertThat(StoreFile.Type.of("jks", Path.of("a.p12"))).isEqualTo(StoreFile.Type.JKS);
    assertThatThrownBy(() -> StoreFile.Type.of("pem", Path.of("a.pem")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("store type 'pem' given for a.pem, pkcs12 or jks is allowed");
    assertThatThrownBy(() -> StoreFile.Type.of(null, Path.of("a.store")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the extension of a.store does not tell its type, set pkcs12 or jks");
    assertThat(TlsProvider.parse("OpenSSL")).isEqualTo(TlsProvider.OPENSSL);
    assertThatThrownBy(() -> TlsProvider.parse("gnutls"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("TLS provider 'gnutls' given, auto, jdk or openssl is allowed");
    assertThatThrownBy(() -> identity().withPollInterval(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "poll interval of 0 ms given for keystore and truststore, 100 ms to 86400000 ms is allowed");
  }

  private Path asJks(Path file, String name) throws Exception {
    KeyStore from = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      from.load(in, made.password());
    }
    KeyStore to = KeyStore.getInstance("JKS");
    to.load(null, made.password());
    for (String alias : Collections.list(from.aliases())) {
      if (from.isKeyEntry(alias)) {
        to.setKeyEntry(
            alias,
            from.getKey(alias, made.password()),
            made.password(),
            from.getCertificateChain(alias));
      } else {
        to.setCertificateEntry(alias, from.getCertificate(alias));
      }
    }
    Path jks = folder.resolve(name);
    try (OutputStream out = Files.newOutputStream(jks)) {
      to.store(out, made.password());
    }
    return jks;
  }

  @Test
  void storesInTheOtherFormatAreReadToo() throws Exception {
    TlsIdentity jks =
        new TlsIdentity(
            asJks(keystore, "keystore.jks"),
            made.password(),
            asJks(truststore, "truststore.jks"),
            made.password());
    try (PartyCertificates read = PartyCertificates.load(Party.P1, jks)) {
      assertThat(read.certificate()).isEqualTo(certificates.certificate());
      assertThat(read.partyOf(made.certificate(made.keystore(Party.P2)))).contains(Party.P2);
    }
  }

  @Test
  void twoKeysOfThePartyInOneKeystoreAreRefused() throws Exception {
    KeyStore both = KeyStore.getInstance("PKCS12");
    both.load(null, made.password());
    for (Path one : List.of(made.keystore(Party.P1), made.nextKeystore())) {
      KeyStore from = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(one)) {
        from.load(in, made.password());
      }
      String alias = from.aliases().nextElement();
      both.setKeyEntry(
          alias,
          from.getKey(alias, made.password()),
          made.password(),
          from.getCertificateChain(alias));
    }
    Path file = folder.resolve("both.p12");
    try (OutputStream out = Files.newOutputStream(file)) {
      both.store(out, made.password());
    }
    TlsIdentity identity = new TlsIdentity(file, made.password(), truststore, made.password());
    assertThatThrownBy(() -> PartyCertificates.load(Party.P1, identity))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "the keystore "
                + file
                + " has the keys [party-1, party-1-next] of party 1, leave the one to use");
  }

  @Test
  void aFileThatTheUserMayNotReadIsSaidToBeOne() throws IOException {
    Path locked = Files.copy(keystore, folder.resolve("locked.p12"));
    Files.setPosixFilePermissions(locked, Set.of());
    // Root may read everything but what the kernel lets nobody read.
    Path unreadable = Files.isReadable(locked) ? Path.of("/proc/sys/vm/compact_memory") : locked;
    assertThatThrownBy(
            () -> new StoreFile(unreadable, StoreFile.Type.PKCS12, made.password()).read())
        .isInstanceOf(IOException.class)
        .hasMessage(
            "%s cannot be read: the user %s may not", unreadable, System.getProperty("user.name"));
  }

  @Test
  void noPasswordIsShown() {
    assertThat(identity().toString()).contains("keystore.p12").doesNotContain("only-for-tests");
  }
}
