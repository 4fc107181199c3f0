package io.dartagnan.schema;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The number that stands for bytes that three clouds must hold alike: the first of a SHA-256. */
public final class VersionDigest {
  private final MessageDigest sha;

  /** A digest of nothing yet. */
  public VersionDigest() {
    this.sha = sha256();
  }

  /** Makes a digest of SHA-256, which every JDK has. */
  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK lacks SHA-256", e);
    }
  }

  /** Adds some bytes as they are. */
  public VersionDigest add(byte[] array, int offset, int length) {
    sha.update(array, offset, length);
    return this;
  }

  /** Adds a number, in eight bytes. */
  public VersionDigest add(long number) {
    sha.update(ByteBuffer.allocate(Long.BYTES).putLong(0, number));
    return this;
  }

  /** Adds a name behind its length, so that names that follow one another stay apart. */
  public VersionDigest addName(byte[] name) {
    sha.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, name.length));
    sha.update(name);
    return this;
  }

  /** The first eight bytes of the digest, which begins anew. */
  public long first() {
    return ByteBuffer.wrap(sha.digest()).getLong();
  }
}
