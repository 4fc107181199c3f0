package io.dartagnan.client.filter;

import io.dartagnan.schema.Protection;

/** Places where a part of a filter is judged. */
public enum Place {
  /** The clouds compare shares; they learn which rows match and nothing else. */
  CLOUDS_ON_SHARES("clouds, on shares"),
  /** The clouds compare plain values, or ask which rows have a column. */
  CLOUDS_IN_THE_CLEAR("clouds, on plain values"),
  /** Each cloud looks at row keys and column names. */
  CLOUDS_ON_KEYS("each cloud, on keys"),
  /** Rows outside of some ranges are not read. */
  ROW_RANGES("ranges of rows"),
  /** The scan and the schema alone decide. */
  SCHEMA("scan and schema"),
  /** HBase's own class, or the application's, looks at each row that the clouds return. */
  CLIENT("client, row by row");

  private final String text;

  Place(String text) {
    this.text = text;
  }

  /** The place where the clouds compare values that are so protected. */
  public static Place of(Protection protection) {
    return protection.needsSuite() ? CLOUDS_ON_SHARES : CLOUDS_IN_THE_CLEAR;
  }

  /** The place in words. */
  public String text() {
    return text;
  }
}
