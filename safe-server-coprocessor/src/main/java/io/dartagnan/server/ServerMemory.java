package io.dartagnan.server;

import io.dartagnan.mesh.Limits;
import io.dartagnan.server.query.admission.MemoryBudget;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.util.MemorySizeUtil;

/**
 * Memory of a RegionServer for filters: the budget that is configured, and the part of it that the
 * mesh may hold.
 */
final class ServerMemory {
  private static final int PEERS = 2;
  private static final int COLUMNS_PERCENT = 20;

  /** Part of the heap that may be promised: the rest is for calls and garbage. */
  private static final double MOST_OF_HEAP = 0.9;

  private static final double ROUNDING = 0.005;

  // What a mesh queues to be sent before senders wait, and the arrays that it keeps to receive
  // into: docs/operating.md, Memory.
  private static final long OUTBOX_BYTES = 4 << 20;
  private static final long KEPT_BYTES = 16 << 20;

  private ServerMemory() {}

  /**
   * Bytes that a mesh with these limits may hold; an array may be a quarter longer than its
   * message.
   */
  static long ofMesh(Limits limits) {
    long unread = Math.min(limits.maxPeerBytes(), Long.MAX_VALUE / 8);
    return PEERS * (unread + unread / 4 + OUTBOX_BYTES) + KEPT_BYTES;
  }

  /**
   * The budget.
   *
   * @throws IOException if it is set to less than the mesh may hold and 64 MiB
   */
  static MemoryBudget budget(Configuration conf, Limits limits) throws IOException {
    long mesh = ofMesh(limits);
    MemoryBudget ofHeap = MemoryBudget.ofHeap(mesh);
    long most = ServerKeys.number(conf, ServerKeys.MEMORY_MAX_BYTES, ofHeap.most());
    long least = mesh + MemoryBudget.LEAST_WORKING_BYTES;
    if (most < least) {
      throw new IOException(
          "%s is set to %d, it must be at least %d: the mesh may hold %d of it (%s), and filters need %d"
              .formatted(
                  ServerKeys.MEMORY_MAX_BYTES,
                  most,
                  least,
                  mesh,
                  ServerKeys.MESH_PEER_MAX_BYTES,
                  MemoryBudget.LEAST_WORKING_BYTES));
    }
    return new MemoryBudget(most, mesh);
  }

  /**
   * A warning for a server whose heap is promised more than once; empty if it is not.
   *
   * @param budget what filters, share columns and the mesh may take
   * @param heap bytes of the heap
   */
  static Optional<String> overcommitment(Configuration conf, MemoryBudget budget, long heap) {
    double memstore = MemorySizeUtil.getGlobalMemStoreHeapPercent(conf, false);
    double blocks = MemorySizeUtil.getBlockCacheHeapPercent(conf);
    double own = (double) budget.most() / heap;
    return memstore + blocks + own < MOST_OF_HEAP + ROUNDING
        ? Optional.empty()
        : Optional.of(
            "of the heap HBase may take %.2f for blocks (%s) and %.2f for what is written (%s), and filters and share columns %.2f (%s): set them to at most %.2f in all, or the server may spend its time collecting garbage"
                .formatted(
                    blocks,
                    HConstants.HFILE_BLOCK_CACHE_SIZE_KEY,
                    memstore,
                    MemorySizeUtil.MEMSTORE_SIZE_KEY,
                    own,
                    ServerKeys.MEMORY_MAX_BYTES,
                    MOST_OF_HEAP));
  }

  /**
   * Bytes that share columns may hold; 0 for no share columns.
   *
   * @throws IOException if it is negative
   */
  static long columns(Configuration conf) throws IOException {
    long most =
        ServerKeys.number(
            conf, ServerKeys.COLUMNS_MAX_BYTES, MemoryBudget.heapPercent(COLUMNS_PERCENT));
    if (most < 0) {
      throw new IOException(
          "%s is set to %d, it must be 0, for none, or more"
              .formatted(ServerKeys.COLUMNS_MAX_BYTES, most));
    }
    return most;
  }
}
