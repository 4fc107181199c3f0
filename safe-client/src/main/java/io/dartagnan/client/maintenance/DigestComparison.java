package io.dartagnan.client.maintenance;

import io.dartagnan.audit.BlockDigest;
import io.dartagnan.audit.VersionSum;
import io.dartagnan.client.rpc.IOSupplier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Comparison of the digests of three clouds, in the order of their rows. */
final class DigestComparison {
  private DigestComparison() {}

  /**
   * Comparison of the blocks of three clouds. Which rows end blocks is the same for all, but a
   * cloud that lacks such a row has a longer block: the others go on until all three are at one
   * row.
   */
  static final class OfBlocks {
    private final List<IOSupplier<BlockDigest>> clouds;
    private boolean done;

    /**
     * A stretch of rows behind the one before.
     *
     * @param lastRow its last row; empty for the end of the range
     * @param rows how many it has, on the cloud that has most
     * @param same whether the three clouds have the same there
     */
    record Stretch(byte[] lastRow, long rows, boolean same) {}

    /** A comparison of the blocks of cloud 0, 1 and 2. */
    OfBlocks(List<IOSupplier<BlockDigest>> clouds) {
      this.clouds = List.copyOf(clouds);
    }

    /** The next stretch; null behind the last. */
    Stretch next() throws IOException {
      if (done) {
        return null;
      }
      List<Place> places = new ArrayList<>();
      for (IOSupplier<BlockDigest> cloud : clouds) {
        places.add(new Place(cloud));
      }
      VersionSum sum = places.get(0).block.sum();
      boolean same = places.stream().allMatch(place -> place.block.sum().equals(sum));
      byte[] furthest = furthest(places);
      while (catchUp(places, furthest)) {
        // Some cloud lacks a row that ends a block elsewhere.
        same = false;
        furthest = furthest(places);
      }
      done = furthest.length == 0;
      return new Stretch(
          furthest, places.stream().mapToLong(place -> place.rows).max().orElse(0), same);
    }

    /** Has the clouds that are behind a row go on; whether there is one. */
    private static boolean catchUp(List<Place> places, byte[] row) throws IOException {
      boolean behind = false;
      for (Place place : places) {
        while (isBefore(place.block.lastRow(), row)) {
          place.goOn();
          behind = true;
        }
      }
      return behind;
    }

    private static byte[] furthest(List<Place> places) {
      byte[] furthest = places.get(0).block.lastRow();
      for (Place place : places) {
        if (isBefore(furthest, place.block.lastRow())) {
          furthest = place.block.lastRow();
        }
      }
      return furthest;
    }

    /** The end of the range lies behind every row. */
    private static boolean isBefore(byte[] row, byte[] other) {
      return row.length > 0 && (other.length == 0 || Arrays.compareUnsigned(row, other) < 0);
    }

    /** The block at which one cloud is, and how many rows came up to its end. */
    private static final class Place {
      private final IOSupplier<BlockDigest> cloud;
      private BlockDigest block;
      private long rows;

      Place(IOSupplier<BlockDigest> cloud) throws IOException {
        this.cloud = cloud;
        goOn();
      }

      void goOn() throws IOException {
        block = cloud.get();
        rows += block.rows();
      }
    }
  }

  /** Comparison of the rows of three clouds, of which each is a block by itself. */
  static final class OfRows {
    private final List<IOSupplier<BlockDigest>> clouds;
    private final List<BlockDigest> heads = new ArrayList<>();

    /**
     * A row that some cloud has.
     *
     * @param row its key
     * @param same whether all three have it alike
     */
    record Row(byte[] row, boolean same) {}

    /** A comparison of the rows of cloud 0, 1 and 2. */
    OfRows(List<IOSupplier<BlockDigest>> clouds) throws IOException {
      this.clouds = List.copyOf(clouds);
      for (IOSupplier<BlockDigest> cloud : clouds) {
        heads.add(cloud.get());
      }
    }

    /** The next row; null behind the last. */
    Row next() throws IOException {
      BlockDigest least = null;
      for (BlockDigest head : heads) {
        if (!head.endsRange()
            && (least == null || Arrays.compareUnsigned(head.lastRow(), least.lastRow()) < 0)) {
          least = head;
        }
      }
      if (least == null) {
        return null;
      }
      boolean same = true;
      for (int i = 0; i < heads.size(); i++) {
        BlockDigest head = heads.get(i);
        if (!head.endsRange() && Arrays.equals(head.lastRow(), least.lastRow())) {
          same &= head.sum().equals(least.sum());
          heads.set(i, clouds.get(i).get());
        } else {
          same = false;
        }
      }
      return new Row(least.lastRow(), same);
    }
  }
}
