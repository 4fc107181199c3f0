package io.dartagnan.mpc.jmh;

import io.dartagnan.mpc.bench.Inputs;
import io.dartagnan.mpc.bench.MemoryExchanges;
import io.dartagnan.mpc.bench.Operation;
import io.dartagnan.mpc.bench.Sessions;
import io.dartagnan.mpc.bench.Workload;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.ProtocolSuites;
import java.util.List;
import java.util.Random;

/** Sessions in memory with something to evaluate. The answers are checked once, at the end. */
final class ThreeParties implements AutoCloseable {
  private static final int SESSIONS = 2;

  private final Sessions sessions = Sessions.begin(new MemoryExchanges(), SESSIONS);
  private final Workload workload;
  private Sessions.Run<long[]> latest;

  private ThreeParties(Workload workload) {
    this.workload = workload;
  }

  /**
   * To compute one operation of one suite.
   *
   * @param sharing how the inputs are shared; null where the operation allows but one way
   */
  static ThreeParties of(String suite, Operation operation, Sharing sharing, int lanes, int batch) {
    ProtocolSuite protocols = ProtocolSuites.installed().named(suite);
    List<Sharing> allowed = sharing == null ? operation.sharings(protocols) : List.of(sharing);
    Inputs inputs = new Inputs(lanes, batch, new Random());
    return new ThreeParties(operation.of(protocols, allowed.get(0), inputs));
  }

  Sessions.Run<long[]> run() {
    latest = sessions.run(workload.inputs().batches(), workload.side());
    return latest;
  }

  @Override
  public void close() {
    sessions.close();
    workload.check(latest);
  }
}
