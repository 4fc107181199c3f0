package io.dartagnan.client.read;

import io.dartagnan.client.rpc.CloudFailures;
import io.dartagnan.client.rpc.CloudTables;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.client.rpc.QuorumReader;
import io.dartagnan.client.rpc.QuorumReader.LostCloudException;
import io.dartagnan.mpc.Party;
import io.dartagnan.write.Settlement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;

/**
 * Gets of one table, from three clouds, or from two where these are enough and the third is down.
 */
public final class TableGets {
  private final QuorumReader calls;
  private final CloudTables tables;
  private final Supplier<Settlement> own;

  /**
   * For one table.
   *
   * @param own what is known of this process' writes
   */
  public TableGets(QuorumReader calls, CloudTables tables, Supplier<Settlement> own) {
    this.calls = calls;
    this.tables = tables;
    this.own = own;
  }

  /** Whether two clouds may answer a get. */
  public boolean areEnough(Get get, ProtectedTable table) {
    return calls.isAllowed() && PairOfClouds.areEnough(get.getFamilyMap(), table);
  }

  /** The answer to a get for which two clouds are enough. */
  public Result get(Get get, ProtectedTable table) throws IOException {
    List<Get> each = List.of(ReadPlan.of(get, table));
    return calls.read(
        lost -> {
          DeepReconciliation.Clouds clouds = clouds(lost, table);
          return answer(get, table, clouds.get(each), 0, clouds);
        });
  }

  /**
   * The answers to a batch, if it is one of gets for which two clouds are enough.
   *
   * @param results gets the result of each, or what it failed with
   * @return false if it is not, or clouds refused it and say why to each get by itself; nothing was
   *     done
   * @throws RetriesExhaustedWithDetailsException naming those that failed
   */
  public boolean get(List<? extends Row> batch, ProtectedTable table, Object[] results)
      throws IOException {
    if (!calls.isAllowed() || !batch.stream().allMatch(Get.class::isInstance)) {
      return false;
    }
    List<Get> gets = batch.stream().map(Get.class::cast).toList();
    if (!gets.stream().allMatch(get -> areEnough(get, table))) {
      return false;
    }
    try {
      answer(gets, table, results);
    } catch (IOException e) {
      if (CloudFailures.isAnswer(e)) {
        return false;
      }
      Arrays.fill(results, e);
    }
    throwIfAny(gets, results);
    return true;
  }

  private static void throwIfAny(List<Get> gets, Object[] results)
      throws RetriesExhaustedWithDetailsException {
    List<Throwable> causes = new ArrayList<>();
    List<Row> failed = new ArrayList<>();
    for (int i = 0; i < results.length; i++) {
      if (results[i] instanceof IOException failure) {
        causes.add(failure);
        failed.add(gets.get(i));
      }
    }
    if (!causes.isEmpty()) {
      throw new RetriesExhaustedWithDetailsException(
          causes, failed, Collections.nCopies(failed.size(), "the client"));
    }
  }

  private void answer(List<Get> gets, ProtectedTable table, Object[] results) throws IOException {
    List<Get> each = new ArrayList<>(gets.size());
    for (Get get : gets) {
      each.add(ReadPlan.of(get, table));
    }
    calls.read(
        lost -> {
          DeepReconciliation.Clouds clouds = clouds(lost, table);
          List<Result[]> answers = clouds.get(each);
          for (int i = 0; i < results.length; i++) {
            try {
              results[i] = answer(gets.get(i), table, answers, i, clouds);
            } catch (LostCloudException e) {
              throw e;
            } catch (IOException e) {
              results[i] = e;
            }
          }
          return null;
        });
  }

  private static Result answer(
      Get get,
      ProtectedTable table,
      List<Result[]> answers,
      int index,
      DeepReconciliation.Clouds clouds)
      throws IOException {
    List<Result> byParty = table.placement().ofEach(cloud -> answers.get(cloud.index())[index]);
    return DeepReconciliation.answer(get, table, byParty, clouds);
  }

  private DeepReconciliation.Clouds clouds(Optional<Party> lost, ProtectedTable table) {
    lost.ifPresent(calls::count);
    return lost.isPresent()
        ? new PairOfClouds(calls, tables, table, lost.get(), own)
        : new TableReads(
            tables, gets -> calls.three(tables.deadlineMs(), cloud -> tables.on(cloud).get(gets)));
  }
}
