package io.dartagnan.client.read;

import io.dartagnan.client.rpc.CloudTables;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.client.rpc.QuorumReader;
import io.dartagnan.client.rpc.RetryPolicy;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.InnerVersions;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.TableSchema;
import io.dartagnan.write.SettledFlag;
import io.dartagnan.write.Settlement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.OperationWithAttributes;
import org.apache.hadoop.hbase.client.Result;

/**
 * Two clouds that answer for all three: what the lost one has is put together from what they have.
 * For one read, of columns that any two clouds hold.
 */
public final class PairOfClouds implements DeepReconciliation.Clouds {

  /** Writers tell a second or two after their last write that it is settled. */
  private static final long SETTLED_WITHIN_MS = 5_000;

  private static final long PAUSE_MS = 100;

  private final QuorumReader calls;
  private final CloudTables tables;
  private final ProtectedTable table;
  private final Party lost;
  private final Supplier<Settlement> own;

  /**
   * Two clouds.
   *
   * @param lost the third
   * @param own what is known of this process' writes
   */
  public PairOfClouds(
      QuorumReader calls,
      CloudTables tables,
      ProtectedTable table,
      Party lost,
      Supplier<Settlement> own) {
    this.calls = calls;
    this.tables = tables;
    this.table = table;
    this.lost = lost;
    this.own = own;
  }

  /**
   * Whether two clouds are enough for a read: any two hold the values of all its columns, and
   * neither may lie, or tags show it.
   *
   * @param selected families, each with the columns that are selected, or none for all; empty for
   *     the whole table
   */
  public static boolean areEnough(
      Map<byte[], NavigableSet<byte[]>> selected, ProtectedTable table) {
    TableSchema schema = table.schema();
    if (schema.withstandsLies() && !schema.isTagged()) {
      return false;
    }
    Stream<List<Protection>> ofFamilies =
        selected.isEmpty()
            ? table.families().stream().map(family -> schema.protectionsOf(family, null))
            : selected.entrySet().stream()
                .map(family -> schema.protectionsOf(family.getKey(), family.getValue()));
    return ofFamilies.flatMap(List::stream).allMatch(Protection::isHeldByAnyTwo);
  }

  /** How many of the two must have a row of a scan; one, where the other may leave it out. */
  public int quorum() {
    return table.schema().withstandsLies() ? 1 : table.placement().quorum();
  }

  /** Reconstruction of a scan's rows, which these two clouds were asked for with flags. */
  public RowReconciler rows(DeepReconciliation reconciliation) {
    return ofTwo -> {
      List<Result> flagged = new ArrayList<>(ofTwo);
      flagged.add(lost.index(), Result.EMPTY_RESULT);
      byte[] row =
          ofTwo.stream().filter(each -> !each.isEmpty()).findFirst().orElseThrow().getRow();
      return reconciliation.reconcile(complete(reconciliation.get(row), flagged));
    };
  }

  /** Has the clouds say of each cell whether its write is settled. */
  public void askForFlags(OperationWithAttributes read) {
    read.setAttribute(SettledFlag.ATTRIBUTE, own.get().encode());
  }

  /**
   * {@inheritDoc}
   *
   * @throws IOException also if it is not known of a version whether the lost cloud has it
   */
  @Override
  public List<Result[]> get(List<Get> gets) throws IOException {
    List<Result[]> flagged = ask(gets);
    List<Result[]> answers = table.placement().ofEach(cloud -> new Result[gets.size()]);
    for (int i = 0; i < gets.size(); i++) {
      List<Result> row = complete(gets.get(i), entry(flagged, i));
      for (Party cloud : table.placement().clouds()) {
        answers.get(cloud.index())[i] = row.get(cloud.index());
      }
    }
    return answers;
  }

  @Override
  public boolean areThree() {
    return false;
  }

  /**
   * The row of each cloud.
   *
   * @param get asks for the row again, without flags
   * @param flagged what each cloud returned for it, with flags; the lost one's is not looked at
   * @throws IOException if it is not known of a version whether the lost cloud has it
   */
  List<Result> complete(Get get, List<Result> flagged) throws IOException {
    long deadline =
        System.nanoTime()
            + TimeUnit.MILLISECONDS.toNanos(
                Math.min(SETTLED_WITHIN_MS, tables.operationTimeout(TimeUnit.MILLISECONDS)));
    PairReading reading = new PairReading(InnerVersions.withoutSlack(get.getMaxVersions()));
    reading.add(pair(flagged));
    while (reading.undecided().isPresent()) {
      if (System.nanoTime() - deadline > 0) {
        throw undecided(reading.undecided().get());
      }
      RetryPolicy.sleep(PAUSE_MS, "interrupted while waiting for a settlement");
      reading.add(pair(entry(ask(List.of(get)), 0)));
    }
    return reading.ofAllThree();
  }

  private List<Result[]> ask(List<Get> gets) throws IOException {
    List<Get> asked = new ArrayList<>(gets.size());
    for (Get get : gets) {
      Get copy = new Get(get);
      askForFlags(copy);
      asked.add(copy);
    }
    return calls.two(lost, tables.deadlineMs(), cloud -> tables.on(cloud).get(asked));
  }

  private List<Result> entry(List<Result[]> byCloud, int index) {
    return table
        .placement()
        .ofEach(cloud -> cloud == lost ? Result.EMPTY_RESULT : byCloud.get(cloud.index())[index]);
  }

  private PairedRow pair(List<Result> flagged) throws DoNotRetryIOException {
    try {
      return new PairedRow(lost, flagged, table);
    } catch (IllegalArgumentException e) {
      throw new DoNotRetryIOException(e.getMessage(), e);
    }
  }

  private IOException undecided(Cell version) {
    return new IOException(
        ("cloud %d does not answer, and the two others do not know whether it has the version at %d of %s: its"
                + " writer is at work, or ended before it told so%s; read it again, or when cloud %d is back")
            .formatted(
                lost.index(),
                version.getTimestamp(),
                Reconciliation.column(version),
                table.schema().withstandsLies() ? ", or one of them lies" : "",
                lost.index()));
  }
}
