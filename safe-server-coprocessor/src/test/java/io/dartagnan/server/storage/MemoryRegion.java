package io.dartagnan.server.storage;

import io.dartagnan.mpc.Party;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.Shipper;

/**
 * A region that holds one party's part of a table in memory. Like one with its blocks off the heap
 * it takes the cells back that it was told are shipped: from there they hold other bytes.
 */
final class MemoryRegion {
  private final DealtCells table;
  private final Party party;
  private final List<byte[]> lent = new ArrayList<>();
  private int next;

  private MemoryRegion(DealtCells table, Party party) {
    this.table = table;
    this.party = party;
  }

  /** A region for one scan. */
  static Region of(DealtCells table, Party party) {
    MemoryRegion region = new MemoryRegion(table, party);
    return (Region)
        Proxy.newProxyInstance(
            Region.class.getClassLoader(),
            new Class<?>[] {Region.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getScanner" -> region.scanner();
                  case "startRegionOperation", "closeRegionOperation" -> null;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private RegionScanner scanner() {
    return (RegionScanner)
        Proxy.newProxyInstance(
            RegionScanner.class.getClassLoader(),
            new Class<?>[] {RegionScanner.class, Shipper.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "nextRaw" -> {
                    @SuppressWarnings("unchecked") // as RegionScanner declares it
                    List<Cell> into = (List<Cell>) arguments[0];
                    yield nextRaw(into);
                  }
                  case "shipped" -> {
                    lent.forEach(bytes -> Arrays.fill(bytes, (byte) 0));
                    lent.clear();
                    yield null;
                  }
                  case "close" -> null;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private boolean nextRaw(List<Cell> into) {
    for (Cell cell : table.of(party, next)) {
      byte[] bytes = KeyValueUtil.copyToNewByteArray(cell);
      lent.add(bytes);
      into.add(new KeyValue(bytes, 0, bytes.length));
    }
    next++;
    return next < table.rows();
  }
}
