package io.dartagnan.ycsb.run;

import io.dartagnan.ycsb.workload.ClinicWorkload;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import site.ycsb.DB;
import site.ycsb.WorkloadException;

/**
 * One client of a workload: does its operations one after another, at most so many a second.
 *
 * <p>YCSB's own {@code ClientThread} ends the process with 0 when a workload throws.
 */
final class ClientLoop implements Runnable {
  /** Workloads of this module do not use a binding. */
  private static final DB NO_BINDING = null;

  private static final double NANOS = 1e9;

  private final ClinicWorkload workload;
  private final Properties properties;
  private final RunSettings settings;
  private final int number;
  private final long operations;
  private volatile Throwable failure;

  /**
   * @param number of this client, from 0
   * @param operations to do; 0 for no limit
   */
  ClientLoop(
      ClinicWorkload workload,
      Properties properties,
      RunSettings settings,
      int number,
      long operations) {
    this.workload = workload;
    this.properties = properties;
    this.settings = settings;
    this.number = number;
    this.operations = operations;
  }

  @Override
  public void run() {
    try {
      work();
    } catch (WorkloadException | RuntimeException | Error e) {
      failure = e;
      workload.requestStop();
    }
  }

  private void work() throws WorkloadException {
    Object session = workload.initThread(properties, number, settings.clients());
    long began = System.nanoTime();
    boolean more = true;
    for (long done = 0; more && (operations == 0 || done < operations); done++) {
      awaitTurn(began, done);
      if (workload.isStopRequested()) {
        break;
      }
      more =
          settings.isRun()
              ? workload.doTransaction(NO_BINDING, session)
              : workload.doInsert(NO_BINDING, session);
    }
    workload.finishThread(session);
  }

  private void awaitTurn(long began, long done) {
    if (settings.perSecond() == 0) {
      return;
    }
    long due = began + (long) (NANOS * done * settings.clients() / settings.perSecond());
    while (System.nanoTime() < due && !workload.isStopRequested()) {
      LockSupport.parkNanos(Math.min(due - System.nanoTime(), (long) NANOS / 10));
    }
    workload.intend(due);
  }

  /** The failure that ended it before its time; null if none did. */
  Throwable failure() {
    return failure;
  }
}
