package io.dartagnan.client.admin;

import io.dartagnan.client.cloud.CloudFailures;
import io.dartagnan.client.cloud.CloudOutcome;
import io.dartagnan.client.cloud.FanOut;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.InnerVersions;
import io.dartagnan.schema.InstalledSuites;
import io.dartagnan.schema.TableSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** Creation of a table on all three clouds, or on none as far as that can be done. */
final class TableCreation {

  /** Makes it on one cloud. */
  @FunctionalInterface
  interface OnOneCloud {
    void create(Party cloud, TableDescriptor inner) throws Exception;
  }

  private final FanOut fanOut;
  private final Function<Party, Admin> admins;
  private final long deadlineMs;

  TableCreation(FanOut fanOut, Function<Party, Admin> admins, long deadlineMs) {
    this.fanOut = fanOut;
    this.admins = admins;
    this.deadlineMs = deadlineMs;
  }

  /**
   * Checks the declarations and makes the table.
   *
   * @throws IllegalArgumentException if the descriptor does not declare how the table is protected,
   *     or names a protocol suite that is not installed; nothing was sent
   * @throws IOException if a cloud failed, naming it and what became of the table on the others
   */
  void create(TableDescriptor declared, OnOneCloud onOneCloud) throws IOException {
    String where =
        "the schema of table %s cannot be used: '%s'"
            .formatted(declared.getTableName(), TableSchema.SUITE);
    TableSchema.of(declared).suite().ifPresent(suite -> InstalledSuites.require(where, suite));
    TableDescriptor inner = InnerVersions.toInner(declared);
    List<CloudOutcome<Object>> outcomes =
        fanOut.outcomes(
            deadlineMs,
            cloud -> {
              onOneCloud.create(cloud, inner);
              return null;
            });
    try {
      CloudFailures.values(outcomes);
    } catch (IOException e) {
      List<Party> made = new ArrayList<>();
      outcomes.stream().filter(outcome -> !outcome.failed()).forEach(o -> made.add(o.cloud()));
      throw made.isEmpty() ? e : undone(declared.getTableName(), made, e);
    }
  }

  private IOException undone(TableName table, List<Party> made, IOException failure)
      throws IOException {
    List<CloudOutcome<Object>> removals =
        fanOut.outcomes(
            deadlineMs,
            cloud -> {
              if (made.contains(cloud)) {
                admins.apply(cloud).disableTable(table);
                admins.apply(cloud).deleteTable(table);
              }
              return null;
            });
    List<String> fates = new ArrayList<>();
    for (Party cloud : made) {
      Throwable kept = removals.get(cloud.index()).failure();
      fates.add(
          kept == null
              ? "it was removed again from cloud " + cloud.index()
              : "it could not be removed from cloud %d, delete it there by hand (%s)"
                  .formatted(cloud.index(), CloudFailures.naming(cloud, kept).getMessage()));
    }
    return CloudFailures.withFate(
        failure, "table " + table + " was not created: " + String.join(", ", fates));
  }
}
