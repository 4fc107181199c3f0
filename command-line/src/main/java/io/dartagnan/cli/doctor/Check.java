package io.dartagnan.cli.doctor;

import io.dartagnan.cli.doctor.Facts.ServerTold;
import io.dartagnan.cli.terminal.JsonLine;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * A check of one subject. It asks nobody: all it needs is in the facts.
 *
 * @param name the subject in one word
 * @param looksAt the subject, for a reader who sees that nothing was found
 * @param judgement adds what is wrong
 * @param unseen the sentences on what could not be looked at, and why; none if all was
 * @param told a sentence on what was seen, where that is worth telling although nothing was found;
 *     empty otherwise
 */
record Check(
    String name,
    String looksAt,
    BiConsumer<Facts, Found> judgement,
    Function<Facts, List<String>> unseen,
    Function<Facts, String> told) {
  private static final String CONFIGURATION = "configuration";

  /** The checks that need no cloud. */
  static final List<Check> OF_THE_CLIENT =
      List.of(
          new Check(
              CONFIGURATION,
              "the client's keys, and that it names three clouds",
              ClientChecks::configuration));

  private static final Check TABLES =
      new Check(
          "tables",
          "that the clouds have the same tables, enabled alike, with the same schema",
          TableChecks::tables);

  private static final Check FAMILIES =
      new Check(
          "families",
          "that the column families have the same settings on all clouds",
          TableChecks::families);

  /** The checks of tables. */
  static final List<Check> OF_TABLES = List.of(TABLES, FAMILIES);

  /** The checks that need the clouds, in the order in which they are told. */
  static final List<Check> OF_THE_CLOUDS =
      List.of(
          // Ahead of the clouds' answers: a store that cannot be used is why there are none.
          new Check(
              "client-tls",
              "this client's stores for TLS with the clouds, where %s is true"
                  .formatted(ClientChecks.TLS_ENABLED),
              ClientChecks::stores),
          new Check(
              "answers",
              "that the master and a RegionServer of each cloud are there for this machine",
              CloudChecks::answers),
          new Check("identity", "that the clouds are distinct clusters", CloudChecks::identity),
          new Check(
              "versions",
              "HBase's versions of the clouds, of their RegionServers and of this client, and releases of d'Artagnan",
              CloudChecks::versions),
          new Check(
              "clocks",
              "the RegionServers' clocks, which should be within %d s of this machine's"
                  .formatted(CloudChecks.TOLERANCE_MILLIS / 1000),
              CloudChecks::clocks),
          new Check(
              "coprocessors",
              "that every RegionServer with a table's region has %s loaded, and MeshEndpoint"
                  .formatted(CloudChecks.OF_A_REGION),
              CloudChecks::coprocessors),
          new Check(
              "parties",
              "that cloud i of this client is configured as party i",
              ServerChecks::parties,
              ServerTold::missingIn,
              facts -> ""),
          new Check(
              "certificates",
              "that the clouds' certificates are valid, for %d days at least, and accepted by the other clouds"
                  .formatted(ServerChecks.SOON.toDays()),
              ServerChecks::certificates,
              ServerTold::missingIn,
              facts -> ""),
          new Check(
              "discovery",
              "that each RegionServer finds the other clouds' RegionServers in discovery, as they are",
              ServerChecks::discovery,
              ServerChecks::discoveryUnseen,
              ServerChecks::discoveryTold),
          new Check(
              "mesh",
              "that each RegionServer connects to the meshes of the other clouds', in both directions",
              ServerChecks::mesh,
              ServerChecks::meshUnseen,
              ServerChecks::meshTold),
          new Check(
              "deviations",
              "that no RegionServer has found another cloud to deviate from the protocol since it started",
              ServerChecks::deviations,
              ServerChecks::deviationsUnseen,
              facts -> ""),
          new Check(
              "firewall",
              "that this machine does not reach the mesh of any RegionServer, unless it is on that server's network",
              ServerChecks::firewall,
              ServerTold::missingIn,
              facts -> ""),
          TABLES,
          FAMILIES,
          new Check(
              "keys",
              "that this client can decrypt the keys of tables with tags or sealed columns",
              TableChecks::keys,
              facts -> List.of(),
              TableChecks::keysTold));

  private Check(String name, String looksAt, BiConsumer<Facts, Found> judgement) {
    this(name, looksAt, judgement, facts -> List.of(), facts -> "");
  }

  /** What it looks at, and what was seen there. */
  String seen(Facts facts) {
    return looksAt + told.apply(facts);
  }

  /** What is wrong; empty if nothing is. */
  List<Finding> findings(Facts facts) {
    List<Finding> findings = new ArrayList<>();
    judgement.accept(
        facts, (subject, wrong, mend) -> findings.add(new Finding(name, subject, wrong, mend)));
    return findings;
  }

  /** Takes the findings of a check. */
  interface Found {
    /**
     * Adds a finding.
     *
     * @param subject where it is, such as {@code cloud 1}
     * @param wrong what is wrong
     * @param mend how to mend it
     */
    void add(String subject, String wrong, String mend);
  }

  /** One thing that is wrong. */
  record Finding(String check, String subject, String wrong, String mend) {
    /** Whether nothing can be asked of the clouds before it is mended. */
    boolean keepsFromTheClouds() {
      return check.equals(CONFIGURATION) && subject.startsWith("cloud ");
    }

    /** One line for a reader. */
    String text() {
      return "%s: %s; %s".formatted(subject, wrong, mend);
    }

    /** One line for a program. */
    JsonLine json() {
      return new JsonLine()
          .with("check", check)
          .with("ok", false)
          .with("subject", subject)
          .with("wrong", wrong)
          .with("mend", mend);
    }
  }
}
