package io.dartagnan.mpc.jmh;

import io.dartagnan.mpc.bench.Operation;
import io.dartagnan.mpc.bench.Sessions;
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
 * One layer of AND gates as wide as the widest of a comparison, by three parties in memory, in
 * gates per microsecond.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class AndLayerBenchmark {
  private static final int GATES_PER_BATCH = (1 << 15) * Long.SIZE;
  private static final int GATES = 2 * GATES_PER_BATCH;

  /** A suite that is installed. */
  @Param({"araki", "bogdanov"})
  public String suite;

  private ThreeParties parties;

  /** Agrees on keys and deals. */
  @Setup
  public void begin() {
    parties = ThreeParties.of(suite, Operation.AND, null, GATES, GATES_PER_BATCH);
  }

  /** Ends the session. */
  @TearDown
  public void end() {
    parties.close();
  }

  /** The layer. */
  @Benchmark
  @OperationsPerInvocation(GATES)
  public Sessions.Run<long[]> and() {
    return parties.run();
  }
}
