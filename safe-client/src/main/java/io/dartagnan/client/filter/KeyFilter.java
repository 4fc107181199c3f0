package io.dartagnan.client.filter;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;

/**
 * A filter that looks at row keys and column names alone, so that each cloud can run it.
 *
 * @param dropsCells whether it drops cells of rows that pass; else it drops whole rows only
 */
record KeyFilter(Filter filter, boolean dropsCells) {

  /** A filter of HBase's own, as a RegionServer would get it: without direction and state. */
  static KeyFilter copyOf(Filter filter, boolean dropsCells) {
    try {
      return new KeyFilter(ProtobufUtil.toFilter(ProtobufUtil.toFilter(filter)), dropsCells);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
