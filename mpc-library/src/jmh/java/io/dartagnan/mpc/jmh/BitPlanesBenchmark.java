package io.dartagnan.mpc.jmh;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.sharing.Ring;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Turning a batch on its side, in lanes per microsecond. */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class BitPlanesBenchmark {
  private static final int LANES = 1 << 15;
  private static final Ring RING = new Ring(1);

  private final long[] batch = new Random(1).longs(LANES).toArray();

  /** 64 planes of a batch of 64-bit values. */
  @Benchmark
  @OperationsPerInvocation(LANES)
  public long[] of() {
    return BitPlanes.of(RING, batch);
  }
}
