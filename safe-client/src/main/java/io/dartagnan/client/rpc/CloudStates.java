package io.dartagnan.client.rpc;

import io.dartagnan.mpc.Party;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cloud, if any, that the reads of one connection do without, until a probe is answered; and
 * the numbers of such reads.
 */
public final class CloudStates implements CloudStatesMXBean {
  private static final Logger LOG = LoggerFactory.getLogger(CloudStates.class);

  private final AtomicLongArray readsWithout = new AtomicLongArray(Party.ALL.size());
  private final long probeEveryNanos;
  private volatile IntSupplier tablesThatDiffer = () -> 0;
  private volatile Party lost;
  private Future<?> probe;
  private long nextProbe;

  /**
   * Of three clouds that answer.
   *
   * @param probeEveryMs time between the beginnings of two probes of a lost cloud; a probe without
   *     an answer is given up by then
   */
  public CloudStates(long probeEveryMs) {
    this.probeEveryNanos = TimeUnit.MILLISECONDS.toNanos(probeEveryMs);
  }

  /** The cloud that is not asked at present. */
  public Optional<Party> lost() {
    return Optional.ofNullable(lost);
  }

  /** Notes that a cloud does not answer. */
  synchronized void lose(Party cloud, Throwable why) {
    if (lost != cloud) {
      LOG.warn(
          "reads of replicated columns go on without cloud {}; writes, filters and all other columns need it: {}",
          cloud.index(),
          why.getMessage());
      lost = cloud;
      nextProbe = System.nanoTime() + probeEveryNanos;
    }
  }

  /** Notes that a lost cloud answers. */
  synchronized void find(Party cloud) {
    if (lost == cloud) {
      lost = null;
      LOG.warn("cloud {} answers again: reads ask all three clouds", cloud.index());
    }
  }

  /** Has the next read ask all three clouds, because another one is not enough either. */
  synchronized void forget(Party cloud, Throwable why) {
    if (lost == cloud) {
      lost = null;
      LOG.warn(
          "without cloud {} no read is answered either; reads ask all three clouds: {}",
          cloud.index(),
          why.getMessage());
    }
  }

  /** Has the lost cloud probed if it is time. */
  synchronized void probe(Supplier<Future<?>> start) {
    long now = System.nanoTime();
    if (lost != null && now - nextProbe >= 0) {
      nextProbe = now + probeEveryNanos;
      if (probe != null) {
        probe.cancel(true);
      }
      probe = start.get();
    }
  }

  /** Counts a read that did without a cloud. */
  void countRead(Party without) {
    readsWithout.incrementAndGet(without.index());
  }

  @Override
  public int getLostCloud() {
    return lost().map(Party::index).orElse(-1);
  }

  @Override
  public long getReadsWithoutCloud0() {
    return readsWithout.get(0);
  }

  @Override
  public long getReadsWithoutCloud1() {
    return readsWithout.get(1);
  }

  @Override
  public long getReadsWithoutCloud2() {
    return readsWithout.get(2);
  }

  @Override
  public int getTablesThatDiffer() {
    return tablesThatDiffer.getAsInt();
  }

  /**
   * Shows the numbers in JMX.
   *
   * @param differing counts the tables that the clouds describe differently
   */
  public void show(ConnectionBeans beans, IntSupplier differing) {
    tablesThatDiffer = differing;
    beans.show("Client", this);
  }
}
