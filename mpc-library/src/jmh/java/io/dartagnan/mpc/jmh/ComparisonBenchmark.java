package io.dartagnan.mpc.jmh;

import io.dartagnan.mpc.bench.Operation;
import io.dartagnan.mpc.bench.Sessions;
import io.dartagnan.mpc.sharing.Sharing;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Comparisons by three parties in memory, in lanes per microsecond, the hand-over to their threads
 * included.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class ComparisonBenchmark {
  private static final int BATCH = 1 << 15;
  private static final int LANES = 8 * BATCH;

  /** A suite that is installed. */
  @Param({"araki", "bogdanov"})
  public String suite;

  /** What is computed. */
  @Param({"EQUAL_REVEALED", "EQUAL", "LESS"})
  public Operation operation;

  /** How the column is shared. */
  @Param public Sharing sharing;

  private ThreeParties parties;

  /** Agrees on keys and deals. */
  @Setup
  public void begin() {
    parties = ThreeParties.of(suite, operation, sharing, LANES, BATCH);
  }

  /** Ends the session. */
  @TearDown
  public void end() {
    parties.close();
  }

  /** The comparison. */
  @Benchmark
  @OperationsPerInvocation(LANES)
  public Sessions.Run<long[]> compare() {
    return parties.run();
  }
}
