package io.dartagnan.client.maintenance;

import io.dartagnan.audit.HeldVersion;
import io.dartagnan.audit.HeldVersion.Column;
import io.dartagnan.client.maintenance.Difference.Kind;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.Placement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Comparison of the versions that the three clouds have of some rows.
 *
 * <p>As for a reader, a version is complete when all three clouds have it of one write. Below as
 * many complete versions as the application declared a difference does not count: no reader gets
 * there, and each cloud drops such versions when it likes.
 */
final class HeldComparison {
  private final Placement placement;
  private final Function<byte[], Integer> declared;
  private final long youngest;

  /**
   * A difference, and whether it may be a write or a delete that is under way.
   *
   * @param young whether something of it is of the last moments
   */
  record Finding(Difference difference, boolean young) {}

  /**
   * A comparison.
   *
   * @param placement of what is compared
   * @param declared how many versions an application declared for a family
   * @param youngest stamps from here on may be of writes that are under way
   */
  HeldComparison(Placement placement, Function<byte[], Integer> declared, long youngest) {
    this.placement = placement;
    this.declared = declared;
    this.youngest = youngest;
  }

  /**
   * The differences, in the order of the table.
   *
   * @param byCloud what cloud 0, 1 and 2 have of the same rows
   */
  List<Finding> of(List<List<HeldVersion>> byCloud) {
    NavigableMap<Column, NavigableMap<Long, Map<Party, HeldVersion>>> columns = new TreeMap<>();
    List<List<HeldVersion>> markers = new ArrayList<>();
    for (Party party : placement.clouds()) {
      List<HeldVersion> ofCloud = new ArrayList<>();
      for (HeldVersion held : byCloud.get(party.index())) {
        if (held.isVersion()) {
          columns
              .computeIfAbsent(held.column(), column -> new TreeMap<>(Comparator.reverseOrder()))
              .computeIfAbsent(held.timestamp(), at -> new EnumMap<>(Party.class))
              .put(party, held);
        } else {
          ofCloud.add(held);
        }
      }
      markers.add(ofCloud);
    }
    List<Finding> findings = new ArrayList<>();
    columns.forEach((column, versions) -> compare(column, versions, markers, findings));
    return findings;
  }

  private void compare(
      Column column,
      NavigableMap<Long, Map<Party, HeldVersion>> versions,
      List<List<HeldVersion>> markers,
      List<Finding> findings) {
    int left = declared.apply(column.family());
    for (Map.Entry<Long, Map<Party, HeldVersion>> each : versions.entrySet()) {
      if (left == 0) {
        return;
      }
      Optional<Finding> finding = compare(column, each.getKey(), each.getValue(), markers);
      if (finding.isEmpty()) {
        left--;
      } else {
        findings.add(finding.get());
      }
    }
  }

  /** Empty if the version is complete. */
  private Optional<Finding> compare(
      Column column,
      long timestamp,
      Map<Party, HeldVersion> held,
      List<List<HeldVersion>> markers) {
    boolean young = false;
    boolean settled = false;
    List<Party> deleted = new ArrayList<>();
    for (Party party : placement.clouds()) {
      HeldVersion own = held.get(party);
      if (own != null) {
        young |= own.stamp() >= youngest;
        settled |= own.settled();
      } else {
        Optional<HeldVersion> marker =
            markers.get(party.index()).stream()
                .filter(each -> each.deletes(column, timestamp))
                .findFirst();
        if (marker.isPresent()) {
          deleted.add(party);
          young |= marker.get().stamp() >= youngest;
        }
      }
    }
    List<Party> noShare = ofKind(held, HeldVersion.Kind.NO_SHARE);
    List<Party> given = ofKind(held, HeldVersion.Kind.GIVEN);
    List<Party> lacking = placement.clouds(party -> !held.containsKey(party));
    if (!noShare.isEmpty()) {
      return finding(column, timestamp, Kind.NO_SHARE, noShare, young);
    }
    List<Party> other = others(held);
    if (!other.isEmpty() && held.size() >= placement.quorum()) {
      return finding(column, timestamp, Kind.OTHER_WRITE, other, young);
    }
    if (lacking.isEmpty()) {
      return given.isEmpty()
          ? Optional.empty()
          : finding(column, timestamp, Kind.GIVEN, given, young);
    }
    if (!deleted.isEmpty()) {
      return finding(column, timestamp, Kind.DELETED, deleted, young);
    }
    return settled
        ? finding(column, timestamp, Kind.LACKS, lacking, young)
        : finding(column, timestamp, Kind.INCOMPLETE, List.copyOf(held.keySet()), young);
  }

  private List<Party> ofKind(Map<Party, HeldVersion> held, HeldVersion.Kind kind) {
    return placement.clouds(party -> held.containsKey(party) && held.get(party).kind() == kind);
  }

  /** The clouds that hold another write than the most; all that hold one if no two agree. */
  private List<Party> others(Map<Party, HeldVersion> held) {
    return placement.outvoted(
        placement.ofEach(held::get),
        (one, other) -> one == null || (other != null && other.id() == one.id()));
  }

  private static Optional<Finding> finding(
      Column column, long timestamp, Kind kind, List<Party> clouds, boolean young) {
    return Optional.of(new Finding(new Difference(column, timestamp, kind, clouds), young));
  }
}
