package io.dartagnan.clusters.torture;

import java.util.Locale;
import org.apache.hadoop.hbase.util.Bytes;

/** Columns of a row of a tortured table. */
enum Column {
  NUMBER("additive int64"),
  OTHER("xor int64"),
  /** The number of the write that gave the row its values. */
  WRITE("replicated int64");

  static final byte[] FAMILY = Bytes.toBytes("f");

  private final String protection;

  Column(String protection) {
    this.protection = protection;
  }

  String protection() {
    return protection;
  }

  /** The line of the schema that declares it. */
  String declaration() {
    return "dartagnan.column.f:" + this;
  }

  byte[] qualifier() {
    return Bytes.toBytes(toString());
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
