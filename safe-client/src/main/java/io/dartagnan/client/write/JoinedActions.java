package io.dartagnan.client.write;

import io.dartagnan.client.rpc.RowActions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Actions of a batch that go to the clouds as one: puts that follow each other to one row, or one
 * action.
 *
 * <p>A row has one stamp a millisecond, and clouds take a stamp for half a minute: tens of
 * thousands of puts to one row in a batch would each wait for a stamp, and be too old when they are
 * sent. As one put they have one stamp, as HBase gives one timestamp to those of a batch. Joined
 * are puts that differ in their cells alone, and whose timestamps are all to be given, or not. The
 * last of several cells at the same coordinates counts.
 */
final class JoinedActions {

  /** Most cells of puts that are joined: a cloud does a put as a whole. */
  static final int MOST_CELLS = 1_000;

  /** Most bytes of memory of puts that are joined. */
  static final long MOST_BYTES = 1 << 20;

  private final List<Row> rows = new ArrayList<>(1);
  private final List<Integer> places = new ArrayList<>(1);
  private int cells;
  private long bytes;

  private JoinedActions(Row first, int place) {
    rows.add(first);
    places.add(place);
  }

  /** Joins a batch; in the order of the first action of each. */
  static List<JoinedActions> of(List<? extends Row> batch) {
    List<JoinedActions> all = new ArrayList<>(batch.size());
    Map<byte[], JoinedActions> latest = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (int place = 0; place < batch.size(); place++) {
      Row action = batch.get(place);
      JoinedActions before = latest.get(action.getRow());
      if (before == null || !before.take(action, place)) {
        JoinedActions next = new JoinedActions(action, place);
        all.add(next);
        latest.put(action.getRow(), next);
      }
    }
    return all;
  }

  /** How many of the first actions of a batch take so many stamps of any row at most. */
  static int within(int stamps, List<? extends Row> batch) {
    int[] ofHash = new int[1 << 12];
    for (Row action : batch) {
      ofHash[Bytes.hashCode(action.getRow()) & (ofHash.length - 1)]++;
    }
    if (Arrays.stream(ofHash).allMatch(actions -> actions <= stamps)) {
      return batch.size();
    }
    Map<byte[], Integer> drawn = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (JoinedActions each : of(batch)) {
      if (each.first() instanceof Mutation
          && drawn.merge(each.first().getRow(), 1, Integer::sum) > stamps) {
        return each.places().get(0);
      }
    }
    return batch.size();
  }

  private boolean take(Row action, int place) {
    if (!(first() instanceof Put first) || !(action instanceof Put put) || !areAlike(first, put)) {
      return false;
    }
    boolean isOne = places.size() == 1;
    int joinedCells = (isOne ? first.size() : cells) + put.size();
    long joinedBytes = (isOne ? first.heapSize() : bytes) + put.heapSize();
    if (joinedCells > MOST_CELLS || joinedBytes > MOST_BYTES) {
      return false;
    }
    cells = joinedCells;
    bytes = joinedBytes;
    rows.add(put);
    places.add(place);
    return true;
  }

  private static boolean areAlike(Put one, Put other) {
    return !one.isEmpty()
        && !other.isEmpty()
        && one.getDurability() == other.getDurability()
        && one.getPriority() == other.getPriority()
        && areAlike(one.getAttributesMap(), other.getAttributesMap())
        && hasOwnTimestamps(one) == hasOwnTimestamps(other);
  }

  private static boolean areAlike(Map<String, byte[]> one, Map<String, byte[]> other) {
    return one.size() == other.size()
        && one.entrySet().stream()
            .allMatch(each -> Bytes.equals(each.getValue(), other.get(each.getKey())));
  }

  private static boolean hasOwnTimestamps(Put put) {
    return WriteSplitter.hasAny(put, cell -> cell.getTimestamp() != HConstants.LATEST_TIMESTAMP);
  }

  /** The application's first action. */
  Row first() {
    return rows.get(0);
  }

  /** The places of the application's actions in the batch. */
  List<Integer> places() {
    return places;
  }

  /** The write that does all of them; the first action must be one. */
  Mutation write() {
    Mutation first = (Mutation) first();
    if (rows.size() == 1) {
      return first;
    }
    Put joined = new Put(first.getRow());
    RowActions.copySettings(first, joined);
    for (Row row : rows) {
      ((Put) row)
          .getFamilyCellMap()
          .forEach(
              (family, of) ->
                  joined
                      .getFamilyCellMap()
                      .computeIfAbsent(family, any -> new ArrayList<>(cells))
                      .addAll(of));
    }
    return joined;
  }
}
