package io.dartagnan.clusters.operations;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;

/** Upkeep of the table by its administrator, which changes no answer. */
enum Upkeep implements Step {
  /** Memory to files. */
  FLUSH {
    @Override
    void on(Admin admin, TableName table) throws IOException {
      admin.flush(table);
    }
  },
  /** Some files to one, while the next steps run. */
  COMPACT {
    @Override
    void on(Admin admin, TableName table) throws IOException {
      admin.compact(table);
    }
  },
  /** All files to one, while the next steps run. */
  MAJOR_COMPACT {
    @Override
    void on(Admin admin, TableName table) throws IOException {
      admin.majorCompact(table);
    }
  };

  abstract void on(Admin admin, TableName table) throws IOException;

  @Override
  public List<String> on(ComparedTable table) throws IOException {
    try (Admin admin = table.connection().getAdmin()) {
      on(admin, table.table().getName());
    }
    return List.of("done");
  }
}
