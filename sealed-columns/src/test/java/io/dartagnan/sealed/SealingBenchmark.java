package io.dartagnan.sealed;

import io.dartagnan.client.keys.Place;
import io.dartagnan.client.keys.TableKeys;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.SealedProtection;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Microseconds of processor time that sealing a value takes, and opening it. SafeNoSQL opens 14
 * bytes in 567 by Boldyreva's encryption and in 6 by a standard one, 256 in 2,861,000 and in 8. No
 * test: it runs when it is named, by the command in CONTRIBUTING.md.
 */
class SealingBenchmark {
  private static final int ROUNDS = 7;
  private static final long ROUND_NANOS = 500_000_000;
  private static final byte[] NAME = {'f'};
  private static final Place PLACE = new Place(new byte[8], NAME, NAME, 1);

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  /** What was measured last, so that no compiler leaves it out. */
  private volatile Object last;

  @ParameterizedTest
  @ValueSource(ints = {14, 256})
  void sealing(int bytes) {
    byte[] value = new byte[bytes];
    new Random(1).nextBytes(value);
    TableKeys keys = TableKeys.create();
    SivSealer sealer = new SivSealer(keys);
    for (String scheme : new String[] {"std", "det", "ope"}) {
      SealedProtection column =
          (SealedProtection) Protection.parse("%s bytes(%d)".formatted(scheme, bytes));
      byte[] sealed = sealer.seal(column, PLACE, value);
      print(
          scheme,
          bytes,
          () -> sealer.seal(column, PLACE, value),
          () -> sealer.open(column, PLACE, sealed));
    }
    BoldyrevaEncryption encryption =
        new BoldyrevaEncryption(keys.deriveForSealing(1, "benchmark"), bytes * Byte.SIZE, 16);
    BigInteger plain = new BigInteger(1, value);
    BigInteger encrypted = encryption.encrypt(plain);
    print("boldyreva", bytes, () -> encryption.encrypt(plain), () -> encryption.decrypt(encrypted));
  }

  private void print(String scheme, int bytes, Supplier<?> seal, Supplier<?> open) {
    System.out.printf(
        "%-9s %3d bytes: %9.1f us sealed, %9.1f us opened%n",
        scheme, bytes, microseconds(seal), microseconds(open));
  }

  /** Returns the median of the rounds behind the first. */
  private double microseconds(Supplier<?> measured) {
    double[] rounds = new double[ROUNDS];
    for (int round = 0; round <= ROUNDS; round++) {
      long end = System.nanoTime() + ROUND_NANOS;
      long begin = threads.getCurrentThreadCpuTime();
      int calls = 0;
      do {
        last = measured.get();
        calls++;
      } while (System.nanoTime() - end < 0);
      rounds[Math.max(0, round - 1)] = (threads.getCurrentThreadCpuTime() - begin) / 1e3 / calls;
    }
    Arrays.sort(rounds);
    return rounds[ROUNDS / 2];
  }
}
