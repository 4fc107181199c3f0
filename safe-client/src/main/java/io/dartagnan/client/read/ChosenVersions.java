package io.dartagnan.client.read;

import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.mpc.Party;
import io.dartagnan.write.ReplacedVersions;
import io.dartagnan.write.ReplacedVersions.Version;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/**
 * Answers of the three clouds with the versions that count where writes took each other's place at
 * one timestamp.
 *
 * <p>At coordinates that all three have, it is the last one that all of them have of one write: a
 * later one was not on all of them when the cloud without it was read, and those before it had made
 * place for it. Elsewhere it is each cloud's last.
 */
final class ChosenVersions {
  private final ProtectedTable table;

  /** Of rows of a table. */
  ChosenVersions(ProtectedTable table) {
    this.table = table;
  }

  /** The same gets, which ask for all versions of a timestamp. */
  static List<Get> ask(List<Get> gets) {
    return gets.stream().map(get -> ReplacedVersions.askedBy(new Get(get))).toList();
  }

  /** What each cloud has at one place. */
  private record Place(Cell shown, List<Version> versions) {

    static NavigableMap<Cell, Place> all(Result answer) {
      NavigableMap<Cell, Place> places =
          new TreeMap<>(CellComparator.getInstance()::compareWithoutRow);
      for (Cell cell : IncompleteCells.cells(answer)) {
        places.put(
            cell, new Place(cell, ReplacedVersions.decode(CellUtil.cloneValue(cell)).versions()));
      }
      return places;
    }

    Cell cell(int version) {
      return ReplacedVersions.cell(shown, versions.get(version));
    }
  }

  /**
   * Chooses.
   *
   * @param answers entry i is what cloud i returned for each of the gets that {@link #ask} made
   * @return cells with their own values
   * @throws IOException if a cloud's answer is none
   */
  List<Result[]> of(List<Result[]> answers) throws IOException {
    List<Result[]> chosen = new ArrayList<>();
    answers.forEach(each -> chosen.add(new Result[each.length]));
    try {
      for (int get = 0; get < answers.get(0).length; get++) {
        List<NavigableMap<Cell, Place>> byCloud = new ArrayList<>();
        for (Result[] each : answers) {
          byCloud.add(Place.all(each[get]));
        }
        for (Party cloud : table.placement().clouds()) {
          chosen.get(cloud.index())[get] = of(cloud, byCloud);
        }
      }
    } catch (IllegalArgumentException e) {
      throw new DoNotRetryIOException(e.getMessage(), e);
    }
    return chosen;
  }

  private Result of(Party cloud, List<NavigableMap<Cell, Place>> byCloud) {
    List<Cell> cells = new ArrayList<>();
    byCloud
        .get(cloud.index())
        .forEach(
            (at, own) -> {
              List<Place> places = byCloud.stream().map(each -> each.get(at)).toList();
              int chosen = places.contains(null) ? 0 : chosen(places)[cloud.index()];
              cells.add(own.cell(chosen));
            });
    return Result.create(cells);
  }

  /**
   * The place in each cloud's list of the version that counts. Where one may lie it is the last
   * that two have, if it is later than what all have: one may hide it. The third then shows its own
   * last.
   */
  private int[] chosen(List<Place> places) {
    int[] common = common(places);
    if (!table.schema().withstandsLies()) {
      return common;
    }
    int most = Arrays.stream(common).max().orElse(0);
    for (int version = 0; version < most; version++) {
      for (Party one : table.placement().clouds()) {
        if (version < common[one.index()]) {
          int[] found = new int[places.size()];
          int have = 1;
          for (Party other : table.placement().others(one)) {
            int place = find(places, one, version, other);
            have += place >= 0 ? 1 : 0;
            found[other.index()] = Math.max(place, 0);
          }
          if (have > 1) {
            found[one.index()] = version;
            return found;
          }
        }
      }
    }
    return common;
  }

  /**
   * The place in each cloud's list of the last version that all have; the first if there is none.
   */
  private int[] common(List<Place> places) {
    List<Party> clouds = table.placement().clouds();
    for (int first = 0; first < places.get(0).versions().size(); first++) {
      int version = first;
      int[] found =
          IntStream.range(0, places.size())
              .map(
                  cloud ->
                      cloud == 0
                          ? version
                          : find(places, clouds.get(0), version, clouds.get(cloud)))
              .toArray();
      if (Arrays.stream(found).noneMatch(place -> place < 0)) {
        return found;
      }
    }
    return new int[places.size()];
  }

  /** The place in a cloud's list of a version of another's; negative if there is none. */
  private int find(List<Place> places, Party one, int version, Party other) {
    Version wanted = places.get(one.index()).versions().get(version);
    OptionalLong id = table.writeId(places.get(one.index()).cell(version), one);
    Place another = places.get(other.index());
    return IntStream.range(0, id.isPresent() ? another.versions().size() : 0)
        .filter(place -> wanted.mayBeOneWith(another.versions().get(place)))
        .filter(place -> id.equals(table.writeId(another.cell(place), other)))
        .findFirst()
        .orElse(-1);
  }
}
