package io.dartagnan.clusters.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.clusters.certs.CertificateSet;
import io.dartagnan.clusters.certs.PartyStores;
import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.clusters.terminal.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Files that {@code clusters/certs} makes and changes, and calls that it refuses. */
class CertsCommandTest {
  @TempDir private Path folder;

  private record Run(int exitCode, String out, String err) {}

  private static Run certs(Object... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine commandLine = CertsCommand.commandLine();
    commandLine.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    List<String> words = new ArrayList<>();
    for (Object argument : arguments) {
      words.add(argument.toString());
    }
    int exitCode = commandLine.execute(words.toArray(String[]::new));
    commandLine.getErr().flush();
    return new Run(exitCode, out.toString(), err.toString());
  }

  private Path made() {
    Path set = folder.resolve("set");
    assertThat(certs("--out", set, "--days", 30).exitCode()).isZero();
    return set;
  }

  private static PartyStores party(Path set, int party) {
    return CertificateSet.in(set).parties().get(party);
  }

  @Test
  void aSetHasAFolderPerPartyThatOnlyItsOwnerReads() throws Exception {
    Run run = certs("--out", folder.resolve("set"), "--days", 30);

    assertThat(run.exitCode()).isZero();
    Path set = folder.resolve("set");
    for (PartyStores each : CertificateSet.in(set).parties()) {
      assertThat(each.pins()).containsOnlyKeys("party-0", "party-1", "party-2");
      X509Certificate own = each.certificate(each.keystore());
      assertThat(each.pins()).containsEntry(each.alias(), own);
      assertThat(Duration.between(Instant.now(), own.getNotAfter().toInstant()).toDays())
          .isBetween(29L, 30L);
      assertThat(run.out())
          .contains("dartagnan.mesh.tls.keystore.location=" + each.keystore())
          .contains("dartagnan.mesh.tls.truststore.location=" + each.truststore())
          .contains(each.storePassword().file().toString())
          .doesNotContain(each.password());
    }
    assertThat(party(set, 0).password()).isNotEqualTo(party(set, 1).password());
    assertPrivate(set);
  }

  private static void assertPrivate(Path set) throws Exception {
    try (Stream<Path> all = Files.walk(set)) {
      for (Path each : all.toList()) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
            .as(each.toString())
            .isEqualTo(Files.isDirectory(each) ? "rwx------" : "rw-------");
      }
    }
  }

  @Test
  void aSetThatIsThereIsReplacedOnlyByForce() {
    Path set = made();
    X509Certificate before = party(set, 2).certificate(party(set, 2).keystore());

    Run refused = certs("--out", set);

    assertThat(refused.exitCode()).isEqualTo(ExitCode.FAILURE);
    assertThat(refused.err())
        .startsWith(
            "error: "
                + party(set, 0).keystore()
                + " is there already; name another folder with --out");
    assertThat(party(set, 2).certificate(party(set, 2).keystore())).isEqualTo(before);

    assertThat(certs("--out", set, "--force").exitCode()).isZero();
    assertThat(party(set, 2).certificate(party(set, 2).keystore())).isNotEqualTo(before);
  }

  @Test
  void aKeyIsRenewedStepByStep() throws Exception {
    Path set = made();
    PartyStores one = party(set, 1);
    X509Certificate former = one.certificate(one.keystore());

    Path fresh = CertificateSet.in(set).renew(1, 30, Instant.parse("2026-03-04T05:06:07Z"));

    assertThat(fresh).isEqualTo(one.folder().resolve("keystore-20260304T050607.p12"));
    assertThat(one.certificate(one.keystore())).isEqualTo(former);
    X509Certificate next = one.certificate(fresh);
    for (PartyStores each : CertificateSet.in(set).parties()) {
      assertThat(each.pins())
          .containsOnlyKeys("party-0", "party-1", "party-1-20260304t050607", "party-2")
          .containsEntry("party-1", former)
          .containsEntry("party-1-20260304t050607", next);
    }
    assertThat(certs("show", "--dir", set).out().lines().toList())
        .filteredOn(line -> line.contains("party-1-20260304t050607"))
        .singleElement()
        .asString()
        .contains(" no ")
        .contains("0 1 2");
    assertPrivate(set);

    Files.move(fresh, one.keystore(), StandardCopyOption.REPLACE_EXISTING);
    Run retired = certs("retire", 1, "--dir", set);

    assertThat(retired.exitCode()).isZero();
    assertThat(retired.out()).contains("no longer accepted: party-1").doesNotContain("2026");
    for (PartyStores each : CertificateSet.in(set).parties()) {
      assertThat(each.pins())
          .containsOnlyKeys("party-0", "party-1-20260304t050607", "party-2")
          .containsValue(next);
    }
    assertThat(certs("retire", 1, "--dir", set).out()).contains("nothing was changed");
  }

  @Test
  void renewSaysWhatToDoNext() {
    Path set = made();
    Run run = certs("renew", 0, "--dir", set);
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("mv " + party(set, 0).folder().resolve("keystore-"))
        .contains("clusters/certs retire 0 --dir " + set);
  }

  @Test
  void aKeyThatWasNotMovedHereDoesNotLoseItsPin() throws Exception {
    Path set = made();
    PartyStores one = party(set, 1);
    assertThat(certs("renew", 1, "--dir", set).exitCode()).isZero();
    Path fresh = one.renewed().get(0);

    Run refused = certs("retire", 1, "--dir", set);

    assertThat(refused.exitCode()).isEqualTo(ExitCode.FAILURE);
    assertThat(refused.err())
        .startsWith(
            "error: %s is accepted and not in use; move it onto %s first, or delete it"
                .formatted(fresh, one.keystore()));
    assertThat(party(set, 0).pins()).containsValue(one.certificate(fresh));

    // Who gives the change up instead gets rid of its pin.
    Files.delete(fresh);
    assertThat(certs("retire", 1, "--dir", set).out())
        .contains("no longer accepted: party-1-")
        .doesNotContain("party-1,");
    assertThat(party(set, 0).pins()).containsOnlyKeys("party-0", "party-1", "party-2");
  }

  @Test
  void aSetThatIsReplacedLeavesNoKeyBehind() {
    Path set = made();
    assertThat(certs("renew", 1, "--dir", set).exitCode()).isZero();
    assertThat(certs("--out", set, "--force").exitCode()).isZero();
    assertThat(party(set, 1).renewed()).isEmpty();
  }

  @Test
  void aKeyThatNobodyAcceptsYetDoesNotRetireTheOthers() throws Exception {
    Path set = made();
    Path other = folder.resolve("other");
    assertThat(certs("--out", other).exitCode()).isZero();
    PartyStores one = party(set, 1);
    // Somebody else's key in the place of the own, with its password.
    Files.copy(party(other, 1).keystore(), one.keystore(), StandardCopyOption.REPLACE_EXISTING);
    assertThatThrownBy(() -> CertificateSet.in(set).retire(1))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining(one.keystore().toString());
    assertThat(party(set, 0).pins()).containsOnlyKeys("party-0", "party-1", "party-2");
  }

  @Test
  void theTableShowsEveryCertificate() {
    Path set = made();
    Run run = certs("show", "--dir", set);
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("alias", "accepted by", "valid until", "SHA-256", "party-0", "party-1", "party-2")
        .doesNotContain(party(set, 0).password());
  }

  private static List<String> rowsOf(String alias, Path set) {
    return certs("show", "--dir", set)
        .out()
        .lines()
        .filter(line -> line.startsWith("| " + alias + " "))
        .toList();
  }

  @Test
  void theTableShowsHowManyDaysAreLeft() {
    // Made for 30 days, some seconds ago.
    assertThat(rowsOf("party-2", made())).singleElement().asString().contains(" 29 |");
  }

  @Test
  void theTableShowsWhereThePartiesDoNotAcceptTheSame() throws Exception {
    Path set = made();
    Path other = folder.resolve("other");
    assertThat(certs("--out", other).exitCode()).isZero();
    X509Certificate another = party(other, 1).certificate(party(other, 1).keystore());
    Map<String, X509Certificate> pins = new TreeMap<>(party(set, 2).pins());
    pins.put("party-1", another);
    party(set, 2).pin(pins);

    assertThat(rowsOf("party-1", set))
        .hasSize(2)
        .anySatisfy(row -> assertThat(row).contains(" yes |", " 0 1 |"))
        .anySatisfy(row -> assertThat(row).contains(" no |", " 2 |"));
  }

  @Test
  void theTableShowsAKeyInUseThatNobodyAccepts() throws Exception {
    Path set = made();
    PartyStores one = party(set, 1);
    assertThat(certs("renew", 1, "--dir", set).exitCode()).isZero();
    Files.move(one.renewed().get(0), one.keystore(), StandardCopyOption.REPLACE_EXISTING);
    for (PartyStores each : CertificateSet.in(set).parties()) {
      Map<String, X509Certificate> pins = new TreeMap<>(each.pins());
      pins.keySet().removeIf(alias -> alias.startsWith("party-1-"));
      each.pin(pins);
    }

    assertThat(certs("show", "--dir", set).out().lines())
        .filteredOn(line -> line.startsWith("| party-1-"))
        .singleElement()
        .asString()
        .contains(" yes |", " nobody |");
  }

  @Test
  void anOptionThatDoesNotReachTheCommandIsRefused() {
    Path set = made();
    Run misplaced = certs("--days", 30, "renew", 1, "--dir", set);
    assertThat(misplaced)
        .isEqualTo(
            new Run(
                ExitCode.USAGE,
                "",
                "error: --days is given before 'renew', which takes its options behind it;"
                    + " see clusters/certs --help"
                    + System.lineSeparator()));
    assertThat(party(set, 1).renewed()).isEmpty();
    assertThat(certs("--out", set, "show").exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(certs("--verbose", "show", "--dir", set).exitCode()).isZero();
    assertThat(certs("--help", "show").exitCode()).isZero();
  }

  @Test
  void whatCannotBeIsRefused() {
    Path nothing = folder.resolve("nothing");
    assertThat(certs("--out", nothing, "--days", 0))
        .isEqualTo(
            new Run(
                ExitCode.USAGE,
                "",
                "error: --days 0 given, 1 to 3650 is allowed" + System.lineSeparator()));
    assertThat(nothing).doesNotExist();
    assertThat(certs("show", "--dir", nothing).err())
        .contains("is missing; name the folder that clusters/certs made");
    assertThat(certs("renew", 3, "--dir", nothing).err())
        .contains("there is no party 3; name 0, 1 or 2");
    assertThat(certs("renew", "--dir", nothing).exitCode()).isEqualTo(ExitCode.USAGE);
  }
}
