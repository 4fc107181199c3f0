package io.dartagnan.client.rpc;

import io.dartagnan.client.configuration.OneCloudDown;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads to which the answers of two clouds may be enough. HBase's own client tries for minutes to
 * reach a cluster that is down; here two answers end the wait for the third.
 */
public final class QuorumReader {
  private static final Logger LOG = LoggerFactory.getLogger(QuorumReader.class);

  private final FanOut fanOut;
  private final OneCloudDown settings;
  private final CloudStates states = new CloudStates();
  private final AtomicLongArray readsWithout = new AtomicLongArray(Party.ALL.size());

  // Guarded by this; the cloud is read without it. What lies between the beginnings of two probes
  // is also the time by which one without an answer is given up.
  private volatile Party lost;
  private Future<?> probe;
  private long nextProbe;

  private volatile IntSupplier tablesThatDiffer = () -> 0;

  /** Says that one cloud does not answer, where two have. Callers go on with those two. */
  public static final class LostCloudException extends IOException {
    private static final long serialVersionUID = 1L;

    private final Party cloud;

    /**
     * Names a cloud without an answer.
     *
     * @param failure its silence, or why it cannot be reached
     */
    public LostCloudException(Party cloud, Throwable failure) {
      super(CloudFailures.naming(cloud, failure).getMessage(), failure);
      this.cloud = cloud;
    }

    /** Returns the cloud that does not answer. */
    public Party cloud() {
      return cloud;
    }
  }

  /**
   * Numbers of one connection for its operators, in JMX as {@code io.dartagnan:type=Client,id=N}.
   */
  public interface CloudStatesMXBean {

    /** Returns the number of the cloud that reads do without at present; -1 if none. */
    int getLostCloud();

    /**
     * Returns how many gets, batches of gets, and scans went on without cloud 0, since the
     * connection opened.
     */
    long getReadsWithoutCloud0();

    /** Returns the same without cloud 1. */
    long getReadsWithoutCloud1();

    /** Returns the same without cloud 2. */
    long getReadsWithoutCloud2();

    /**
     * Returns the number of tables whose descriptors were not alike on the clouds when the
     * connection last read them: until they are, it refuses to use them.
     */
    int getTablesThatDiffer();
  }

  private final class CloudStates implements CloudStatesMXBean {
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
  }

  /** Creates one for a connection, all of whose clouds are taken to answer. */
  public QuorumReader(FanOut fanOut, OneCloudDown settings) {
    this.fanOut = fanOut;
    this.settings = settings;
  }

  /**
   * Shows the connection's numbers in JMX.
   *
   * @param differing counts the tables that the clouds describe differently
   */
  public void show(ConnectionBeans beans, IntSupplier differing) {
    tablesThatDiffer = differing;
    beans.show("Client", states);
  }

  /** Returns whether two answers are ever enough. */
  public boolean isAllowed() {
    return settings.isAllowed() && !fanOut.placement().isOneCluster();
  }

  /** Returns the milliseconds for which the third answer is awaited once two are there. */
  public long afterMs() {
    return settings.afterMs();
  }

  /** Returns the cloud that is not asked at present. */
  public Optional<Party> lost() {
    return Optional.ofNullable(lost);
  }

  /** Notes that a cloud does not answer, for this read and those that follow. */
  public void lose(LostCloudException why) {
    Party cloud = why.cloud();
    synchronized (this) {
      if (lost != cloud) {
        LOG.warn(
            "reads of replicated columns go on without cloud {}; writes, filters and all other reads need it: {}",
            cloud.index(),
            why.getMessage());
        lost = cloud;
        nextProbe = System.nanoTime() + probeEveryNanos();
      }
    }
    fanOut.suspected().suspect(cloud);
  }

  /** Notes that a lost cloud answers. */
  private synchronized void find(Party cloud) {
    if (lost == cloud) {
      lost = null;
      LOG.warn("cloud {} answers again: reads ask all three clouds", cloud.index());
    }
  }

  /** Has the next read ask all three clouds, because another one is not enough either. */
  private synchronized void forget(Party cloud, Throwable why) {
    if (lost == cloud) {
      lost = null;
      LOG.warn(
          "without cloud {} no read is answered either; reads ask all three clouds: {}",
          cloud.index(),
          why.getMessage());
    }
  }

  /** Counts a read that does without a cloud. */
  public void count(Party without) {
    readsWithout.incrementAndGet(without.index());
  }

  /** Reads from three clouds, or from two if the third is, or is found to be, lost. */
  public <T> T read(IOFunction<Optional<Party>, T> read) throws IOException {
    Optional<Party> without = isAllowed() ? lost() : Optional.empty();
    if (without.isEmpty()) {
      try {
        return read.apply(Optional.empty());
      } catch (LostCloudException e) {
        lose(e);
        without = Optional.of(e.cloud());
      }
    }
    return read.apply(without);
  }

  /**
   * Runs a call on all three clouds.
   *
   * @return what each returned, in order of party
   * @throws LostCloudException if two answered, and the third did not for some time after
   * @throws IOException if more failed, or one of them refused; it names the clouds
   */
  public <T> List<T> three(long withinMs, CloudCall<T> call) throws IOException {
    if (!isAllowed()) {
      return fanOut.call(withinMs, call);
    }
    List<CloudOutcome<T>> outcomes = fanOut.outcomesOfQuorum(withinMs, afterMs(), call);
    List<CloudOutcome<T>> failed = outcomes.stream().filter(CloudOutcome::failed).toList();
    if (failed.size() == 1 && !CloudFailures.isAnswer(failed.get(0).failure())) {
      throw new LostCloudException(failed.get(0).cloud(), failed.get(0).failure());
    }
    return CloudFailures.values(outcomes);
  }

  /**
   * Runs a call on two clouds, and now and then on the third to learn whether it is back.
   *
   * @return what each returned, in order of party; null for the lost one
   * @throws IOException if one failed; it names the clouds
   */
  public <T> List<T> two(Party without, long withinMs, CloudCall<T> call) throws IOException {
    probe(without, call);
    List<CloudOutcome<T>> outcomes =
        fanOut.outcomes(withinMs, cloud -> cloud == without ? null : call.on(cloud));
    for (CloudOutcome<T> outcome : outcomes) {
      if (outcome.failed() && !CloudFailures.isAnswer(outcome.failure())) {
        forget(without, CloudFailures.naming(outcome.cloud(), outcome.failure()));
      }
    }
    try {
      return CloudFailures.values(outcomes);
    } catch (IOException e) {
      throw CloudFailures.withFate(e, "cloud %d did not answer before".formatted(without.index()));
    }
  }

  /** Runs a call on a lost cloud in passing, if it is time to. */
  public synchronized void probe(Party cloud, CloudCall<?> call) {
    long now = System.nanoTime();
    if (lost != null && now - nextProbe >= 0) {
      nextProbe = now + probeEveryNanos();
      if (probe != null) {
        probe.cancel(true);
      }
      try {
        probe = fanOut.pool().submit(() -> probeNow(cloud, call));
      } catch (RejectedExecutionException e) {
        LOG.debug("{} is not probed", cloud, e);
      }
    }
  }

  private long probeEveryNanos() {
    return TimeUnit.MILLISECONDS.toNanos(settings.probeEveryMs());
  }

  private void probeNow(Party cloud, CloudCall<?> call) {
    try {
      call.on(cloud);
      find(cloud);
    } catch (Exception e) {
      LOG.debug("{} is still lost", cloud, e);
    }
  }
}
