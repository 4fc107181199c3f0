package io.dartagnan.clusters.program;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;

/** Counts the rows of an answer and digests all of their cells in order, timestamps apart. */
final class Answer {
  private final MessageDigest digest;
  private int rows;

  Answer() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  Answer add(Iterable<Result> results) {
    results.forEach(this::add);
    return this;
  }

  Answer add(Result result) {
    if (!result.isEmpty()) {
      rows++;
      for (Cell cell : result.rawCells()) {
        part(CellUtil.cloneRow(cell));
        part(CellUtil.cloneFamily(cell));
        part(CellUtil.cloneQualifier(cell));
        part(CellUtil.cloneValue(cell));
      }
    }
    return this;
  }

  private void part(byte[] bytes) {
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
    digest.update(bytes);
  }

  /** For instance {@code CODE EQUAL present: 17 rows 0f3a...}. */
  String line(String name) {
    return name + ": " + rows + " rows " + HexFormat.of().formatHex(digest.digest());
  }
}
