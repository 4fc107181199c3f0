package io.dartagnan.mpc.jmh;

import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.mpc.sharing.Reconstruction;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import java.security.SecureRandom;
import java.util.List;
import java.util.Random;
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
import org.openjdk.jmh.annotations.Warmup;

/** What the client does with a batch, in lanes per microsecond. */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class SharingBenchmark {
  private static final int LANES = 1 << 15;

  /** How the batch is shared. */
  @Param public Sharing sharing;

  private final long[] values = new Random(1).longs(LANES).toArray();
  private Dealer dealer;
  private List<Shares> shares;

  /** Deals once. */
  @Setup
  public void prepare() {
    dealer = new Dealer(sharing, new Ring(1), new SecureRandom());
    shares = dealer.deal(values);
  }

  /** Splits a batch. */
  @Benchmark
  @OperationsPerInvocation(LANES)
  public List<Shares> deal() {
    return dealer.deal(values);
  }

  /** Puts a batch together. */
  @Benchmark
  @OperationsPerInvocation(LANES)
  public long[] reconstruct() {
    return Reconstruction.values(shares);
  }
}
