package io.dartagnan.cli.doctor;

import static io.dartagnan.cli.doctor.SampleStatuses.NOW;
import static io.dartagnan.cli.doctor.SampleStatuses.certificates;
import static io.dartagnan.cli.doctor.SampleStatuses.failing;
import static io.dartagnan.cli.doctor.SampleStatuses.of;
import static io.dartagnan.cli.doctor.SampleStatuses.peers;
import static io.dartagnan.cli.doctor.SampleStatuses.server;
import static io.dartagnan.cli.doctor.SampleStatuses.told;
import static io.dartagnan.cli.doctor.SampleStatuses.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.cli.doctor.Facts.CloudFacts;
import io.dartagnan.cli.doctor.Facts.ServerFacts;
import io.dartagnan.mpc.Party;
import io.dartagnan.status.CertificateStatus;
import io.dartagnan.status.DiscoveryStatus;
import io.dartagnan.status.PeerStatus;
import io.dartagnan.status.PeerStatus.Connection;
import io.dartagnan.status.ServerStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Findings from what the RegionServers tell of themselves: each defect is found, and by its check
 * alone.
 */
class StatusChecksTest {

  private static List<String> found(List<ServerFacts> servers) {
    Facts facts = SampleFacts.with(servers);
    return Check.OF_THE_CLOUDS.stream()
        .flatMap(check -> check.findings(facts).stream())
        .map(finding -> finding.check() + " | " + finding.text())
        .toList();
  }

  private static List<String> found(ServerStatus... statuses) {
    return found(told(statuses));
  }

  private static UnaryOperator<CertificateStatus> own(Instant begin, Instant end) {
    return each ->
        each.own()
            ? new CertificateStatus(
                each.party(),
                true,
                each.subject(),
                each.issuer(),
                begin.toEpochMilli(),
                end.toEpochMilli(),
                each.fingerprint())
            : each;
  }

  private static UnaryOperator<PeerStatus> to(int party, UnaryOperator<PeerStatus> change) {
    return each -> each.party().index() == party ? change.apply(each) : each;
  }

  @Test
  void aCloudThatAnotherHasFoundToDeviateIsFound() {
    ServerStatus server = SampleStatuses.deviations(of(1), 3, "party 0 or party 2 deviated");

    assertThat(found(of(0), server, of(2)))
        .singleElement()
        .asString()
        .startsWith("deviations | ")
        .contains("in 3 queries")
        .contains("party 0 or party 2 deviated");
    ServerStatus former = SampleStatuses.deviations(of(1), ServerStatus.UNTOLD, "");
    assertThat(found(of(0), former, of(2))).isEmpty();
    assertThat(
            SampleFacts.check("deviations")
                .unseen()
                .apply(SampleFacts.with(told(of(0), former, of(2)))))
        .singleElement()
        .asString()
        .contains("its release does not tell");
  }

  @Test
  void aMeshThatThisMachineReachesIsFound() {
    Facts well = SampleFacts.allIsWell();
    Facts facts =
        new Facts(
            well.configuration(),
            well.clientVersion(),
            well.at(),
            well.silent(),
            well.clouds(),
            well.servers(),
            List.of("mesh1:18600"));

    assertThat(SampleFacts.check("firewall").findings(facts))
        .singleElement()
        .satisfies(
            finding ->
                assertThat(finding.text())
                    .startsWith("cloud 1, RegionServer host1:16020: this machine reaches its mesh")
                    .endsWith("or others that keep everybody else out"));
  }

  @Test
  void nothingIsFoundWhereAllIsWell() {
    assertThat(found(of(0), of(1), of(2))).isEmpty();
  }

  @ParameterizedTest(name = "it ends in {0} days: {1}")
  @CsvSource({
    "-1, 'ended on 2026-11-21T12:00:00Z'",
    "0, 'ends on 2026-11-22T12:00:00Z, whole days left: 0'",
    "29, 'ends on 2026-12-21T12:00:00Z, whole days left: 29'",
    "30, ''",
    "31, ''"
  })
  void aCertificateThatEndsSoon(int days, String said) {
    ServerStatus ending =
        certificates(of(1), own(NOW.minus(Duration.ofDays(60)), NOW.plus(Duration.ofDays(days))));

    List<String> found = found(of(0), ending, of(2));

    if (said.isEmpty()) {
      assertThat(found).isEmpty();
    } else {
      assertThat(found)
          .singleElement()
          .asString()
          .startsWith(
              "certificates | cloud 1, RegionServer host1:16020: its certificate CN=party-1 "
                  + said)
          .contains("change the key of party 1");
    }
  }

  @Test
  void aCertificateThatHasNotBegun() {
    ServerStatus early =
        certificates(of(2), own(NOW.plusSeconds(1), NOW.plus(Duration.ofDays(300))));

    assertThat(found(of(0), of(1), early))
        .singleElement()
        .asString()
        .contains("cloud 2", "begins on 2026-11-22T12:00:01Z");
  }

  @Test
  void aCertificateThatAnotherCloudDoesNotAccept() {
    ServerStatus fresh =
        certificates(
            of(1),
            each ->
                each.own()
                    ? new CertificateStatus(
                        each.party(),
                        true,
                        "CN=party-1-new",
                        each.issuer(),
                        each.notBefore(),
                        each.notAfter(),
                        "e".repeat(64))
                    : each);
    ServerStatus knowing =
        certificates(of(2), each -> each.party() == Party.P1 ? fresh.ownCertificate() : each);
    // In the truststore of cloud 2 it is not cloud 2's own.
    ServerStatus two =
        certificates(
            knowing,
            each ->
                new CertificateStatus(
                    each.party(),
                    each.party() == Party.P2,
                    each.subject(),
                    each.issuer(),
                    each.notBefore(),
                    each.notAfter(),
                    each.fingerprint()));

    assertThat(found(of(0), fresh, two))
        .singleElement()
        .asString()
        .startsWith(
            "certificates | cloud 0, RegionServer host0:16020: it does not accept the certificate"
                + " CN=party-1-new, SHA-256 eeeeeeeeeeeeeeee..., that cloud 1, RegionServer"
                + " host1:16020 shows; of party 1 it accepts CN=party-1, SHA-256 1111111111111111...")
        .contains("party-1-new");
  }

  @Test
  void aCertificateThatIsTakenForAnotherClouds() {
    ServerStatus mixed =
        certificates(
            of(0),
            each ->
                each.own()
                    ? each
                    : new CertificateStatus(
                        each.party() == Party.P1 ? Party.P2 : Party.P1,
                        false,
                        each.subject(),
                        each.issuer(),
                        each.notBefore(),
                        each.notAfter(),
                        each.fingerprint()));

    assertThat(found(mixed, of(1), of(2)))
        .hasSize(2)
        .anyMatch(
            line ->
                line.contains(
                    "it takes the certificate CN=party-1, that cloud 1, RegionServer host1:16020"
                        + " shows, for one of party 2"));
  }

  @Test
  void discoveryThatCannotBeAsked() {
    ServerStatus without =
        with(
            of(1),
            new DiscoveryStatus(
                "Redis at redis:6379",
                "Redis at redis:6379 cannot be reached: refused",
                List.of(),
                0));

    assertThat(found(of(0), without, of(2)))
        .singleElement()
        .asString()
        .startsWith(
            "discovery | cloud 1, RegionServer host1:16020: it cannot ask Redis at redis:6379:"
                + " Redis at redis:6379 cannot be reached: refused");
    assertThat(
            SampleFacts.check("mesh").unseen().apply(SampleFacts.with(told(of(0), without, of(2)))))
        .singleElement()
        .asString()
        .contains("cloud 1", "cannot find the others");
  }

  @Test
  void aServerWithoutARecord() {
    assertThat(found(peers(of(0), to(2, each -> null)), of(1), of(2)))
        .singleElement()
        .asString()
        .startsWith(
            "discovery | cloud 0, RegionServer host0:16020: it finds no record of cloud 2,"
                + " RegionServer host2:16020 in Redis at redis:6379; see the log of that server");
  }

  @Test
  void aServerWhoseRecordIsNotBelieved() {
    ServerStatus doubting =
        with(
            of(0),
            new DiscoveryStatus(
                "Redis at redis:6379",
                "",
                List.of("the record under dartagnan:server:2:host2,16020,1 is forged: nobody"),
                0));

    assertThat(found(doubting, of(1), of(2)))
        .hasSize(2)
        .anyMatch(
            line ->
                line.contains("it does not believe the record of cloud 2")
                    && line.contains("is forged: nobody"))
        .anyMatch(line -> line.contains("it finds no record of cloud 1"));
  }

  @Test
  void cloudsThatUseDifferentKeepers() {
    ServerStatus elsewhere =
        with(of(0), new DiscoveryStatus("Redis at other:6379", "", List.of(), 0));

    assertThat(found(elsewhere, of(1), of(2)))
        .hasSize(2)
        .allMatch(
            line ->
                line.endsWith(
                    "all clouds need the same records: that server uses Redis at redis:6379"));
  }

  @Test
  void aRecordThatNobodyRenews() {
    ServerStatus stale =
        peers(
            of(0),
            to(
                1,
                each ->
                    new PeerStatus(
                        each.party(),
                        each.server(),
                        each.host(),
                        each.port(),
                        15_001,
                        15_000,
                        each.connection(),
                        "",
                        3)));

    assertThat(found(stale, of(1), of(2)))
        .singleElement()
        .asString()
        .contains("discovery | cloud 0", "of cloud 1", "15001 ms old, though issued for 15000 ms");
  }

  @Test
  void anEntryOfAListThatIsWrong() {
    ServerStatus listed =
        peers(
            of(0),
            to(
                1,
                each ->
                    new PeerStatus(
                        each.party(),
                        "host1,16020,0",
                        each.host(),
                        1,
                        0,
                        PeerStatus.TIMELESS,
                        Connection.CONNECTED,
                        "",
                        3)));

    assertThat(found(listed, of(1), of(2)))
        .singleElement()
        .asString()
        .contains(
            "finds cloud 1, RegionServer host1:16020 at mesh1:1, and that one says that its mesh is at mesh1:18600");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "UNREACHABLE, 'mesh2:18600 cannot be reached: why', 'listens there'",
    "SILENT, 'mesh2:18600 does not answer: why', 'open the way from the first to mesh2:18600'",
    "NOT_ACCEPTED_HERE, 'a certificate that the first does not accept: why', 'of party 2 into the truststore of the first'",
    "NOT_ACCEPTED_THERE, 'does not accept the certificate of the first: why', 'of party 1 into the truststore of the second'",
    "FAILED, 'ends the connection: why', 'logs of both'"
  })
  void aMeshThatIsNotReachedNamesFromWhomToWhom(Connection connection, String wrong, String mend) {
    ServerStatus one = peers(of(1), to(2, each -> failing(each, connection, "why")));

    assertThat(found(of(0), one, of(2)))
        .singleElement()
        .asString()
        .startsWith(
            "mesh | cloud 1, RegionServer host1:16020 to cloud 2, RegionServer host2:16020: ")
        .contains(wrong, mend);
  }

  @Test
  void meshesOfDifferentVersions() {
    assertThat(found(of(0), of(1), SampleStatuses.of(of(2), "0.2.0", 4, 5)))
        .hasSize(3)
        .anyMatch(line -> line.startsWith("versions | ") && line.contains("0.2.0 on cloud 2"))
        .anyMatch(
            line ->
                line.startsWith("mesh | cloud 0")
                    && line.contains(
                        "speaks no version of the mesh's protocol above 3 and the second none below 4")
                    && line.contains("upgrade the first, which has release 0.1.0"))
        .anyMatch(line -> line.startsWith("mesh | cloud 1"));
  }

  @Test
  void meshesInTheMiddleOfAnUpgradeUnderstandEachOther() {
    ServerStatus old = SampleStatuses.of(peers(of(2), each -> inVersion(each, 2)), "0.0.9", 2, 2);
    List<ServerFacts> servers = told(of(0), of(1), old);

    assertThat(found(servers)).singleElement().asString().startsWith("versions | ");
    assertThat(SampleFacts.check("mesh").findings(SampleFacts.with(servers))).isEmpty();
    assertThat(SampleFacts.check("mesh").seen(SampleFacts.with(servers)))
        .endsWith(
            "; connections by version of the mesh's protocol: 2 in version 2, 4 in version 3");
  }

  private static PeerStatus inVersion(PeerStatus peer, int version) {
    return new PeerStatus(
        peer.party(),
        peer.server(),
        peer.host(),
        peer.port(),
        peer.ageMs(),
        peer.leaseMs(),
        peer.connection(),
        peer.reason(),
        version);
  }

  @Test
  void cloudsInTheWrongOrder() {
    assertThat(found(of(1), of(0), of(2)))
        .hasSize(2)
        .allMatch(line -> line.startsWith("parties | "))
        .allMatch(line -> line.contains("swap dartagnan.party.0.* and dartagnan.party.1.*"));
  }

  @Test
  void aProbeThatMetAnotherCloudIsNoFindingOfItsOwn() {
    Facts swapped = SampleFacts.with(told(of(1), of(0), of(2)));
    CloudFacts zero = SampleFacts.cloud(0);
    CloudFacts probed =
        new CloudFacts(
            zero.cloud(),
            zero.clusterId(),
            zero.version(),
            zero.servers(),
            zero.clocksAhead(),
            zero.tables(),
            zero.disabled(),
            List.of("table t: region server host0,16020,1 does not protect the table: order"));
    Facts facts =
        new Facts(
            swapped.configuration(),
            swapped.clientVersion(),
            swapped.at(),
            swapped.silent(),
            List.of(probed, SampleFacts.cloud(1), SampleFacts.cloud(2)),
            swapped.servers(),
            List.of());

    assertThat(SampleFacts.check("coprocessors").findings(facts)).isEmpty();
    assertThat(SampleFacts.check("parties").findings(facts)).hasSize(2);
  }

  @Test
  void aCloudThatIsConfiguredAsAnother() {
    assertThat(found(of(0), of(0), of(2)))
        .anyMatch(
            line ->
                line.startsWith("parties | cloud 1")
                    && line.contains("configured as party 0")
                    && line.contains("dartagnan.party there"));
  }

  @Test
  void serversThatCouldNotBeAskedAreSaidAndNoFinding() {
    List<ServerFacts> servers = new ArrayList<>(told(of(0)));
    servers.add(ServerFacts.unasked(Party.P1, server(1), "it has no region"));

    assertThat(found(servers)).isEmpty();
    for (Check check :
        List.of(
            SampleFacts.check("certificates"),
            SampleFacts.check("discovery"),
            SampleFacts.check("mesh"),
            SampleFacts.check("parties"))) {
      assertThat(check.unseen().apply(SampleFacts.with(servers)))
          .containsExactly("cloud 1, RegionServer host1:16020: it has no region");
    }
  }

  @Test
  void aServerThatWasAskedAndToldNothingIsAFinding() {
    List<ServerFacts> servers = new ArrayList<>(told(of(0)));
    servers.add(ServerFacts.silent(Party.P1, server(1), "it does not know the question"));

    assertThat(found(servers))
        .singleElement()
        .asString()
        .startsWith(
            "coprocessors | cloud 1, RegionServer host1:16020: it does not tell its status");
  }
}
