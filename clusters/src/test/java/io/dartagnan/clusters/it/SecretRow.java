package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.clusters.program.OneRowProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Row that a program writes, reads and finds over tapped lines: what there would be to see on them.
 */
final class SecretRow {
  /** The header of a cell comes before its share. */
  private static final int HEADER_BYTES = 12;

  private final TableName table;
  private final String shared = UUID.randomUUID().toString();
  private final String plain = UUID.randomUUID().toString();

  private final String key = UUID.randomUUID().toString();
  private final List<String> more;

  SecretRow(String table) {
    this.table = TableName.valueOf(table);
    this.more = List.of();
  }

  /** One whose key and value clients encrypt. */
  SecretRow(String table, Path keyFile) {
    this.table = TableName.valueOf(table);
    this.more = List.of(keyFile.toString(), key);
  }

  /** Has the program do its work. */
  void write(LocalClusters clusters, TappedLines lines) throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of(table.getNameAsString(), shared, plain));
    arguments.addAll(more);
    try (ProgramProcess program =
        clusters.start(lines.jvmOptions(), OneRowProgram.class, arguments.toArray(String[]::new))) {
      assertThat(program.answer()).isEqualTo(shared);
      assertThat(program.answer()).isEqualTo("1");
    }
  }

  /** The value that is protected. */
  byte[] shared() {
    return Bytes.toBytes(shared);
  }

  /** The row key, where clients encrypt it. */
  byte[] key() {
    return Bytes.toBytes(key);
  }

  /** The value that is stored as it is. */
  byte[] plain() {
    return Bytes.toBytes(plain);
  }

  /** The share that a cloud stores, read past the tapped lines. */
  byte[] share(LocalClusters clusters, int party) throws IOException {
    try (Connection cloud = clusters.cloud(party);
        Table bare = cloud.getTable(table)) {
      byte[] cell =
          bare.get(new Get(OneRowProgram.ROW)).getValue(OneRowProgram.FAMILY, OneRowProgram.SHARED);
      assertThat(cell).hasSizeGreaterThan(HEADER_BYTES + shared.length());
      return Arrays.copyOfRange(cell, HEADER_BYTES, cell.length);
    }
  }
}
