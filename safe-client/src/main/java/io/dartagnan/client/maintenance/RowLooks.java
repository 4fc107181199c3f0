package io.dartagnan.client.maintenance;

import io.dartagnan.audit.AuditRequest.Detail;
import io.dartagnan.audit.HeldVersion;
import io.dartagnan.audit.VersionPage;
import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.maintenance.HeldComparison.Finding;
import io.dartagnan.client.rpc.RetryPolicy;
import io.dartagnan.client.scan.RangePlanner.ScanRange;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Looks at rows cell by cell, again and again, until two looks in a row have shown the same, and
 * nothing of it may be under way.
 */
final class RowLooks {
  /** A write that is older is not under way. */
  static final Duration UNDER_WAY = Duration.ofMinutes(1);

  /** Time for the looks beyond that in which what was under way at the first one has ended. */
  private static final Duration FURTHER = Duration.ofMinutes(1);

  private static final long PAUSE_MS = 1_000;
  private static final long LONGEST_PAUSE_MS = 10_000;

  private final AuditClouds clouds;
  private final Function<byte[], Integer> declared;
  private final Duration underWay;

  /**
   * The end of the looks.
   *
   * @param differing rows of which a difference was told, or that are busy
   * @param busy rows that were still written at the last look
   */
  record Outcome(long differing, long busy) {}

  /**
   * Looks at rows of a table.
   *
   * @param declared how many versions an application declared for a family
   * @param underWay writes younger than this may be under way
   */
  RowLooks(AuditClouds clouds, Function<byte[], Integer> declared, Duration underWay) {
    this.clouds = clouds;
    this.declared = declared;
    this.underWay = underWay;
  }

  /**
   * Looks at rows.
   *
   * @param runs rows that follow one another, in each
   * @param found takes the differences, row by row
   */
  Outcome at(List<List<byte[]>> runs, Consumer<Difference> found) throws IOException {
    long until = System.nanoTime() + underWay.plus(FURTHER).toNanos();
    long differing = 0;
    NavigableMap<byte[], List<Finding>> before = look(runs);
    RetryPolicy pauses = new RetryPolicy(PAUSE_MS, LONGEST_PAUSE_MS);
    while (!before.isEmpty() && System.nanoTime() < until) {
      RetryPolicy.sleep(pauses.pauseMs(), "interrupted before another look at rows that differ");
      NavigableMap<byte[], List<Finding>> open = new TreeMap<>(Bytes.BYTES_COMPARATOR);
      for (var row : look(pending(runs, before)).entrySet()) {
        boolean young = row.getValue().stream().anyMatch(Finding::young);
        if (!young && differences(row.getValue()).equals(differences(before.get(row.getKey())))) {
          differing++;
          differences(row.getValue()).forEach(found);
        } else {
          open.put(row.getKey(), row.getValue());
        }
      }
      before = open;
    }
    return new Outcome(differing + before.size(), before.size());
  }

  private static List<Difference> differences(List<Finding> findings) {
    return findings == null ? List.of() : findings.stream().map(Finding::difference).toList();
  }

  /** The runs, less the rows that need no further look. */
  private static List<List<byte[]>> pending(
      List<List<byte[]>> runs, NavigableMap<byte[], List<Finding>> open) {
    List<List<byte[]>> pending = new ArrayList<>();
    for (List<byte[]> run : runs) {
      List<byte[]> part = new ArrayList<>();
      for (byte[] row : run) {
        if (open.containsKey(row)) {
          part.add(row);
        } else if (!part.isEmpty()) {
          pending.add(part);
          part = new ArrayList<>();
        }
      }
      if (!part.isEmpty()) {
        pending.add(part);
      }
    }
    return pending;
  }

  /** The differences to be found, of the rows that have any. */
  private NavigableMap<byte[], List<Finding>> look(List<List<byte[]>> runs) throws IOException {
    NavigableMap<byte[], List<Finding>> findings = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (List<byte[]> run : runs) {
      RowInterval rows =
          new RowInterval(run.get(0), RowInterval.successor(run.get(run.size() - 1)));
      clouds.walk().over(rows, (range, part, walk) -> look(range, part, findings));
    }
    return findings;
  }

  private void look(ScanRange range, RowInterval rows, NavigableMap<byte[], List<Finding>> findings)
      throws IOException {
    long youngest = System.currentTimeMillis() - underWay.toMillis();
    List<CloudReader<VersionPage>> readers = new ArrayList<>();
    try {
      for (Party party : clouds.placement().clouds()) {
        readers.add(clouds.ask(party, range, rows, Detail.VERSIONS, 0, VersionPage::decode));
      }
      List<List<HeldVersion>> byCloud = new ArrayList<>();
      for (CloudReader<VersionPage> reader : readers) {
        byCloud.add(all(reader));
      }
      for (Finding finding :
          new HeldComparison(clouds.placement(), declared, youngest).of(byCloud)) {
        findings
            .computeIfAbsent(finding.difference().column().row(), row -> new ArrayList<>())
            .add(finding);
      }
    } finally {
      readers.forEach(CloudReader::close);
    }
  }

  private static List<HeldVersion> all(CloudReader<VersionPage> reader) throws IOException {
    List<HeldVersion> all = new ArrayList<>();
    VersionPage page;
    do {
      page = reader.next(VersionPage::last);
      all.addAll(page.held());
    } while (!page.last());
    return all;
  }
}
