package io.dartagnan.server.evaluation;

import io.dartagnan.mpc.Party;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
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
  private final DealtTable table;
  private final Party party;
  private final BitSet lacking;
  private final List<byte[]> lent = new ArrayList<>();
  private int next;

  private MemoryRegion(DealtTable table, Party party, BitSet lacking) {
    this.table = table;
    this.party = party;
    this.lacking = lacking;
    this.next = lacking.nextClearBit(0);
  }

  /** A region for one scan. */
  static Region of(DealtTable table, Party party) {
    return of(table, party, new BitSet());
  }

  /**
   * A region for one scan.
   *
   * @param lacking rows of the table that this party does not have, not all of them
   */
  static Region of(DealtTable table, Party party, BitSet lacking) {
    MemoryRegion region = new MemoryRegion(table, party, lacking);
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

  /** What HBase opens for an RPC and an evaluation never reads. */
  static RegionScanner unread() {
    return (RegionScanner)
        Proxy.newProxyInstance(
            RegionScanner.class.getClassLoader(),
            new Class<?>[] {RegionScanner.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("close")) {
                return null;
              }
              throw new UnsupportedOperationException(method.getName());
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
    for (Cell cell : table.cells(party, next)) {
      byte[] bytes = KeyValueUtil.copyToNewByteArray(cell);
      lent.add(bytes);
      into.add(new KeyValue(bytes, 0, bytes.length));
    }
    next = lacking.nextClearBit(next + 1);
    return next < table.rows();
  }
}
