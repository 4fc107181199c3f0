package io.dartagnan.mpc.bench;

import io.dartagnan.mpc.bits.BitPlanes;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Speed of this machine at this moment without any protocol, on one core. Machines differ and their
 * neighbours are noisy: the other lines are to be read next to these.
 */
final class Reference {
  private static final int CHUNK_BYTES = 1 << 13;
  private static final int STREAM_BYTES = 1 << 26;
  private static final int MESSAGE_WORDS = 1 << 15;
  private static final int MESSAGES = 32;

  private Reference() {}

  /** Rows per second of a loop that compares the inputs with their operand, into one bit each. */
  static double plainCompare(Inputs inputs) {
    long began = System.nanoTime();
    long bits = 0;
    for (long[] values : inputs.values()) {
      bits += lessThan(values, inputs.operand())[0];
    }
    double speed = inputs.lanes() * 1e9 / (System.nanoTime() - began);
    // Never true; the loop may not be left out.
    return bits == 42 && speed < 0 ? 0 : speed;
  }

  private static long[] lessThan(long[] values, long operand) {
    long[] bits = new long[BitPlanes.words(values.length)];
    for (int lane = 0; lane < values.length; lane++) {
      long bit = Long.compareUnsigned(values[lane], operand) >>> 63;
      bits[lane >>> 6] |= bit << lane;
    }
    return bits;
  }

  /** Gigabytes per second of AES-256 key stream, drawn a chunk at a time as the protocols do. */
  static double aesCtr() {
    try {
      Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(new byte[32], "AES"),
          new IvParameterSpec(new byte[16]));
      byte[] zeros = new byte[CHUNK_BYTES];
      byte[] chunk = new byte[CHUNK_BYTES];
      long began = System.nanoTime();
      for (int drawn = 0; drawn < STREAM_BYTES; drawn += CHUNK_BYTES) {
        cipher.update(zeros, 0, CHUNK_BYTES, chunk, 0);
      }
      return (double) STREAM_BYTES / (System.nanoTime() - began);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK lacks AES in counter mode", e);
    }
  }

  /**
   * Gigabytes per second that the three parties send each other in all, each to the next, when they
   * compute nothing.
   */
  static double transfer(Sessions sessions) {
    long[] message = new long[MESSAGE_WORDS];
    Sessions.Run<List<Void>> run =
        sessions.run(
            MESSAGES,
            (context, batch) -> {
              context.send(context.self().next(), message);
              context.receive(context.self().prev(), MESSAGE_WORDS);
              return List.of();
            });
    return (double) run.bytes() / run.nanos();
  }
}
