package io.dartagnan.cli.export;

import org.apache.hadoop.hbase.client.Result;

/** Spelling of rows in a file. */
interface RowFormat {

  /** The beginning of the file; empty if with its first row. */
  String header();

  /** One row, with its line end. */
  String line(Result row);
}
