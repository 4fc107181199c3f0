package io.dartagnan.mpc.jmh;

import io.dartagnan.mpc.bench.MemoryExchanges;
import io.dartagnan.mpc.bench.Sessions;
import io.dartagnan.mpc.session.Context;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Correlated randomness of one party, in words per microsecond, naming the step included. */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class StreamBenchmark {
  private static final int WORDS = 1 << 15;

  private final long[] words = new long[WORDS];
  private Sessions sessions;
  private Context batch;
  private int steps;

  /** Agrees on keys. */
  @Setup
  public void begin() {
    sessions = Sessions.begin(new MemoryExchanges(), 1);
  }

  /** Another batch, so that what it remembers of its steps does not grow for ever. */
  @Setup(Level.Iteration)
  public void nextBatch() {
    batch = sessions.run(1, (context, number) -> context).results().get(0).get(0);
  }

  /** Ends the session. */
  @TearDown
  public void end() {
    sessions.close();
  }

  private Context nextStep() {
    return batch.narrow("step" + steps++);
  }

  /** A stream of its own. */
  @Benchmark
  @OperationsPerInvocation(WORDS)
  public long[] draw() {
    return nextStep().randomWithNext(WORDS);
  }

  /** A stream added in place. */
  @Benchmark
  @OperationsPerInvocation(WORDS)
  public long[] mask() {
    nextStep().maskWithNext(words);
    return words;
  }

  /** Two streams added in place. */
  @Benchmark
  @OperationsPerInvocation(WORDS)
  public long[] reshare() {
    nextStep().reshareXor(words);
    return words;
  }
}
