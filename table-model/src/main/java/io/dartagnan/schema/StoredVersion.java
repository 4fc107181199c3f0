package io.dartagnan.schema;

import org.apache.hadoop.hbase.Cell;

/**
 * The values that the clouds store at the coordinates of one version, each somewhere in an array.
 * One may stand for a version after another. For one thread at a time.
 */
public final class StoredVersion {
  private final byte[][] arrays;
  private final int[] offsets;
  private final int[] lengths;

  /**
   * No values yet.
   *
   * @param clouds how many there are
   */
  public StoredVersion(int clouds) {
    this.arrays = new byte[clouds][];
    this.offsets = new int[clouds];
    this.lengths = new int[clouds];
  }

  /** Takes the value of a cloud's cell. */
  public void set(int cloud, Cell cell) {
    set(cloud, cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
  }

  /** Takes a cloud's value; it is not copied. */
  public void set(int cloud, byte[] array, int offset, int length) {
    arrays[cloud] = array;
    offsets[cloud] = offset;
    lengths[cloud] = length;
  }

  int clouds() {
    return arrays.length;
  }

  byte[] array(int cloud) {
    return arrays[cloud];
  }

  int offset(int cloud) {
    return offsets[cloud];
  }

  int length(int cloud) {
    return lengths[cloud];
  }
}
