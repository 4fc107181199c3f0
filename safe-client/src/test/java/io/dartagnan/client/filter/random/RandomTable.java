package io.dartagnan.client.filter.random;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Contents of a table, made from a seed: rows with missing columns, and columns with one to as many
 * versions as their family keeps, each with a timestamp between 1 and {@link #NEWEST}. Row keys are
 * of four bytes in half of all tables, else of one to eight.
 */
public final class RandomTable {
  /** The highest timestamp of a cell. */
  public static final long NEWEST = 12;

  private static final String[] WORDS = {"", "a", "ab", "abc", "b", "ba", "Ab", "zz", "a1", "2"};
  private static final byte[] ALPHABET = {0, 1, 'a', 'b', 0x7F, (byte) 0x80, (byte) 0xFF};

  /** Values that a column takes. */
  public enum Kind {
    /** Eight bytes, big endian, of either sign. */
    INT64,
    /** ASCII text of no more than the column's length. */
    STRING,
    /** Any bytes of no more than the column's length. */
    BYTES
  }

  /**
   * Column of a table.
   *
   * @param maxLength bytes of a value, 8 for {@link Kind#INT64}
   */
  public record Column(String family, String qualifier, Kind kind, int maxLength) {
    /** Bytes of the family's name. */
    public byte[] familyBytes() {
      return Bytes.toBytes(family);
    }

    /** Bytes of the qualifier. */
    public byte[] qualifierBytes() {
      return Bytes.toBytes(qualifier);
    }
  }

  private final long seed;
  private final List<Column> columns;
  private final Map<String, Integer> versions;
  private final NavigableMap<byte[], List<Cell>> rows = new TreeMap<>(Bytes.BYTES_COMPARATOR);

  /**
   * Contents for given columns.
   *
   * @param rowCount rows at most; equal keys fall together
   * @param versions each family with the versions that it keeps
   */
  public RandomTable(long seed, int rowCount, List<Column> columns, Map<String, Integer> versions) {
    this.seed = seed;
    this.columns = List.copyOf(columns);
    this.versions = Collections.unmodifiableMap(new LinkedHashMap<>(versions));
    Random random = new Random(seed);
    boolean equalLengths = random.nextBoolean();
    for (int i = 0; i < rowCount; i++) {
      byte[] key = equalLengths ? keyOfFour(random) : key(random);
      List<Cell> cells = cells(key, random);
      if (!cells.isEmpty()) {
        rows.putIfAbsent(key, cells);
      }
    }
  }

  /** Contents for three families and nine columns of all kinds, about 25 rows. */
  public static RandomTable of(long seed) {
    Map<String, Integer> versions = new LinkedHashMap<>();
    versions.put("a", 1);
    versions.put("b", 3);
    versions.put("c", 2);
    List<Column> columns =
        List.of(
            new Column("a", "n", Kind.INT64, 8),
            new Column("a", "name", Kind.STRING, 6),
            new Column("a", "x", Kind.BYTES, 4),
            new Column("b", "n", Kind.INT64, 8),
            new Column("b", "na", Kind.STRING, 3),
            new Column("b", "z", Kind.BYTES, 9),
            new Column("c", "m", Kind.BYTES, 2),
            new Column("c", "n", Kind.INT64, 8),
            new Column("c", "q", Kind.STRING, 12));
    return new RandomTable(seed, 25, columns, versions);
  }

  private static byte[] keyOfFour(Random random) {
    byte[] key = bytes(random, 4);
    key[0] = 'k';
    return random.nextBoolean() ? key : Bytes.toBytes("k" + (100 + random.nextInt(40)));
  }

  private static byte[] key(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> Bytes.toBytes((long) random.nextInt(7) - 3);
      case 1 -> bytes(random, 1 + random.nextInt(4));
      case 2 -> Bytes.toBytes("k");
      case 3 -> Bytes.toBytes("k" + random.nextInt(10));
      default -> Bytes.toBytes("k" + random.nextInt(10) + random.nextInt(4));
    };
  }

  private List<Cell> cells(byte[] key, Random random) {
    List<Cell> cells = new ArrayList<>();
    int missing = random.nextInt(10);
    for (Column column : columns) {
      if (random.nextInt(10) >= missing) {
        NavigableSet<Long> timestamps = new TreeSet<>();
        // One version of an empty qualifier: HBase leaves such a column in two ways.
        int most = column.qualifier().isEmpty() ? 1 : versions.get(column.family());
        int count = 1 + random.nextInt(most);
        while (timestamps.size() < count) {
          timestamps.add(1 + random.nextLong(NEWEST));
        }
        for (long timestamp : timestamps) {
          cells.add(
              new KeyValue(
                  key,
                  column.familyBytes(),
                  column.qualifierBytes(),
                  timestamp,
                  value(column, random)));
        }
      }
    }
    cells.sort(CellComparator.getInstance());
    return cells;
  }

  static byte[] value(Column column, Random random) {
    return switch (column.kind()) {
      case INT64 -> Bytes.toBytes(number(random));
      case STRING -> {
        String word = WORDS[random.nextInt(WORDS.length)] + WORDS[random.nextInt(WORDS.length)];
        byte[] text = word.getBytes(StandardCharsets.US_ASCII);
        yield text.length <= column.maxLength() ? text : Bytes.head(text, column.maxLength());
      }
      case BYTES -> bytes(random, random.nextInt(column.maxLength() + 1));
    };
  }

  static long number(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> Long.MIN_VALUE;
      case 1 -> Long.MAX_VALUE;
      default -> random.nextInt(7) - 3L;
    };
  }

  static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = ALPHABET[random.nextInt(ALPHABET.length)];
    }
    return bytes;
  }

  /** The seed that the contents follow from. */
  public long seed() {
    return seed;
  }

  /** The columns. */
  public List<Column> columns() {
    return columns;
  }

  /** Each family with the versions that it keeps. */
  public Map<String, Integer> versions() {
    return versions;
  }

  /** The row keys, in HBase's order. */
  public List<byte[]> keys() {
    return List.copyOf(rows.keySet());
  }

  /** All cells, in HBase's order. */
  public List<Cell> cells() {
    return rows.values().stream().flatMap(List::stream).toList();
  }

  /**
   * Puts that write the contents, cut at random into portions: flushed one after the other they
   * make that many store files, with versions of a column in several of them.
   */
  public List<List<Put>> portions(int count) {
    Random random = new Random(seed ^ count);
    List<Map<byte[], Put>> portions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      portions.add(new TreeMap<>(Bytes.BYTES_COMPARATOR));
    }
    for (Cell cell : cells()) {
      byte[] value = CellUtil.cloneValue(cell);
      portions
          .get(random.nextInt(count))
          .computeIfAbsent(CellUtil.cloneRow(cell), Put::new)
          .addColumn(
              CellUtil.cloneFamily(cell),
              CellUtil.cloneQualifier(cell),
              cell.getTimestamp(),
              value);
    }
    List<List<Put>> puts = new ArrayList<>();
    for (Map<byte[], Put> portion : portions) {
      puts.add(List.copyOf(portion.values()));
    }
    return puts;
  }

  /**
   * The rows between a scan's start and stop, in its direction, each with all its cells in the
   * scan's families. Rows without one are left out. Nothing else of the scan is applied.
   */
  public List<Result> rows(Scan scan) {
    List<Result> results = new ArrayList<>();
    for (List<Cell> row : (scan.isReversed() ? rows.descendingMap() : rows).values()) {
      List<Cell> cells =
          row.stream()
              .filter(
                  cell ->
                      !scan.hasFamilies()
                          || scan.getFamilyMap().containsKey(CellUtil.cloneFamily(cell)))
              .toList();
      if (!cells.isEmpty() && isWithin(CellUtil.cloneRow(cells.get(0)), scan)) {
        results.add(Result.create(cells));
      }
    }
    return results;
  }

  private static boolean isWithin(byte[] key, Scan scan) {
    int direction = scan.isReversed() ? -1 : 1;
    byte[] start = scan.getStartRow();
    byte[] stop = scan.getStopRow();
    int fromStart = start.length == 0 ? 1 : direction * Bytes.compareTo(key, start);
    int fromStop = stop.length == 0 ? -1 : direction * Bytes.compareTo(key, stop);
    return (fromStart > 0 || fromStart == 0 && scan.includeStartRow())
        && (fromStop < 0 || fromStop == 0 && scan.includeStopRow());
  }

  @Override
  public String toString() {
    return "table of seed " + seed + " with " + rows.size() + " rows";
  }
}
