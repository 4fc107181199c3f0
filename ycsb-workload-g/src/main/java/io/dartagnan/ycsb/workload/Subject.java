package io.dartagnan.ycsb.workload;

import io.dartagnan.ycsb.model.Column;
import java.util.List;

/**
 * Table of a workload and what is filtered on it, unless properties say otherwise.
 *
 * @param table its name
 * @param columns of the table
 * @param filterColumn the name of the column that filters compare
 */
public record Subject(String table, List<Column> columns, String filterColumn) {

  public Subject {
    columns = List.copyOf(columns);
  }
}
