package io.dartagnan.cli.export;

import io.dartagnan.cli.answer.RowJson;
import org.apache.hadoop.hbase.client.Result;

/** Rows as JSON, one object per line. */
final class JsonRows implements RowFormat {

  private final RowJson json;

  JsonRows(RowJson json) {
    this.json = json;
  }

  @Override
  public String header() {
    return "";
  }

  @Override
  public String line(Result row) {
    return json.line(row) + "\n";
  }
}
