package io.dartagnan.client.scan;

import io.dartagnan.client.filter.RowInterval;
import java.util.List;

/**
 * Rows that lie inside one region on every cloud.
 *
 * @param rows the rows
 * @param servers the region servers that hold them at party 0, 1 and 2, as HBase names them
 */
public record ScanRange(RowInterval rows, List<String> servers) {}
