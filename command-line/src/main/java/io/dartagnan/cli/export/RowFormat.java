package io.dartagnan.cli.export;

import org.apache.hadoop.hbase.client.Result;

/** Spelling of rows in a file. */
interface RowFormat {

  /** What the file begins with; empty if with its first row. */
  String header();

  /** One row, with its line end. */
  String line(Result row);
}
