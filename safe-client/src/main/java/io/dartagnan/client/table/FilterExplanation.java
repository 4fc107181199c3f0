package io.dartagnan.client.table;

import io.dartagnan.client.filter.FilterPlan;
import io.dartagnan.client.filter.FilterPlanner;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Scan;

/** An explanation of where the filter of a scan would be judged, before anything is scanned. */
public final class FilterExplanation {
  private FilterExplanation() {}

  /**
   * The plan of a scan. Nothing is sent but the question for the table's schema, the first time.
   *
   * @throws IllegalArgumentException if the connection is not one to three clouds
   */
  public static FilterPlan of(Connection connection, TableName table, Scan scan)
      throws IOException {
    ConnectionParts parts = PartsOwner.partsOf(connection, "a plan of a filter takes");
    return FilterPlanner.plan(parts.catalogue().get(table), scan);
  }
}
