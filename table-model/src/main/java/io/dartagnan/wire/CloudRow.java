package io.dartagnan.wire;

import java.util.Arrays;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/** A row as one cloud returned it, whose cells may be made only when they are asked for. */
public interface CloudRow {

  /** What a cloud returned that does not have the row. */
  CloudRow NONE = of(Result.EMPTY_RESULT);

  /** A row of which a cloud returned the cells. */
  static CloudRow of(Result row) {
    return new Cells(row);
  }

  /** Returns the row with its cells. */
  Result result();

  /** Whether the cloud does not have the row. */
  boolean isEmpty();

  /** Whether the row is but said to be lacking; see {@link Page#absent}. */
  boolean isAbsent();

  /** Returns the bytes that its cells take in memory, or will once they are made. */
  long bytes();

  /** Returns the array in which the key lies of a row that is not empty. */
  byte[] keyArray();

  /** Returns where the key begins. */
  int keyOffset();

  /** Returns the length of the key. */
  int keyLength();

  /** Returns the key of a row that is not empty. */
  default byte[] key() {
    return Arrays.copyOfRange(keyArray(), keyOffset(), keyOffset() + keyLength());
  }

  /** Whether another row has the same key. */
  default boolean hasKeyOf(CloudRow other) {
    return Arrays.equals(
        keyArray(),
        keyOffset(),
        keyOffset() + keyLength(),
        other.keyArray(),
        other.keyOffset(),
        other.keyOffset() + other.keyLength());
  }

  /** Compares the keys of two rows that are not empty, as HBase orders them. */
  default int compareKey(CloudRow other) {
    return Bytes.compareTo(
        keyArray(),
        keyOffset(),
        keyLength(),
        other.keyArray(),
        other.keyOffset(),
        other.keyLength());
  }

  /** A row that came with its cells. */
  record Cells(Result result) implements CloudRow {
    @Override
    public boolean isEmpty() {
      return result.isEmpty();
    }

    @Override
    public boolean isAbsent() {
      return result.size() == 1 && result.rawCells()[0].getFamilyLength() == 0;
    }

    @Override
    public long bytes() {
      return Result.getTotalSizeOfCells(result);
    }

    @Override
    public byte[] keyArray() {
      return result.rawCells()[0].getRowArray();
    }

    @Override
    public int keyOffset() {
      return result.rawCells()[0].getRowOffset();
    }

    @Override
    public int keyLength() {
      return result.rawCells()[0].getRowLength();
    }
  }
}
