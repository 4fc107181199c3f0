package io.dartagnan.client.rpc;

import io.dartagnan.client.configuration.OneCloudDown;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.Placement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
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
  private final CloudStates states;
  private final OneCloudDown settings;

  /** For one connection. */
  public QuorumReader(FanOut fanOut, OneCloudDown settings) {
    this.fanOut = fanOut;
    this.states = new CloudStates(settings.probeEveryMs());
    this.settings = settings;
  }

  /**
   * Shows the connection's numbers in JMX.
   *
   * @param differing counts the tables that the clouds describe differently
   */
  public void show(ConnectionBeans beans, IntSupplier differing) {
    states.show(beans, differing);
  }

  /** Whether two answers are ever enough. */
  public boolean isAllowed() {
    return settings.isAllowed();
  }

  /** Milliseconds for which the third answer is awaited once two are there. */
  public long afterMs() {
    return settings.afterMs();
  }

  /** The cloud that is not asked at present. */
  public Optional<Party> lost() {
    return states.lost();
  }

  /** Notes that a cloud does not answer, for this read and those that follow. */
  public void lose(LostCloudException lost) {
    states.lose(lost.cloud(), lost);
    fanOut.suspected().suspect(lost.cloud());
  }

  /** Counts a read that does without a cloud. */
  public void count(Party without) {
    states.countRead(without);
  }

  /** Reads from three clouds, or from two if the third is, or is found to be, lost. */
  public <T> T read(IOFunction<Optional<Party>, T> read) throws IOException {
    Optional<Party> lost = isAllowed() ? lost() : Optional.empty();
    if (lost.isEmpty()) {
      try {
        return read.apply(Optional.empty());
      } catch (LostCloudException e) {
        lose(e);
        lost = Optional.of(e.cloud());
      }
    }
    return read.apply(lost);
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
    List<CloudOutcome<T>> outcomes = race(withinMs, call);
    List<CloudOutcome<T>> failed = outcomes.stream().filter(CloudOutcome::failed).toList();
    if (failed.size() == 1 && !CloudFailures.isAnswer(failed.get(0).failure())) {
      throw new LostCloudException(failed.get(0).cloud(), failed.get(0).failure());
    }
    return CloudFailures.values(outcomes);
  }

  private <T> List<CloudOutcome<T>> race(long withinMs, CloudCall<T> call) throws IOException {
    Placement placement = fanOut.placement();
    BlockingQueue<CloudOutcome<T>> ended = new LinkedBlockingQueue<>();
    List<Future<?>> running = new ArrayList<>();
    List<CloudOutcome<T>> outcomes =
        new ArrayList<>(
            placement.ofEach(
                cloud -> new CloudOutcome<T>(cloud, null, CloudFailures.silent(cloud, withinMs))));
    long now = System.nanoTime();
    long deadline = now + TimeUnit.MILLISECONDS.toNanos(withinMs);
    int answers = 0;
    try {
      for (Party cloud : placement.clouds()) {
        running.add(fanOut.pool().submit(() -> ended.add(outcome(cloud, call))));
      }
      for (int known = 0; known < outcomes.size(); known++) {
        CloudOutcome<T> next = ended.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (next == null) {
          break;
        }
        outcomes.set(next.cloud().index(), next);
        answers += next.failed() ? 0 : 1;
        if (answers == placement.quorum()) {
          deadline =
              Math.min(deadline, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(afterMs()));
        }
      }
      return outcomes;
    } catch (RejectedExecutionException e) {
      throw fanOut.rejected(e);
    } catch (InterruptedException e) {
      throw CloudFailures.interrupted("interrupted while waiting for the clouds", e);
    } finally {
      running.forEach(future -> future.cancel(true));
    }
  }

  private static <T> CloudOutcome<T> outcome(Party cloud, CloudCall<T> call) {
    try {
      return new CloudOutcome<>(cloud, call.on(cloud), null);
    } catch (Throwable e) { // As a Future keeps it.
      return new CloudOutcome<>(cloud, null, e);
    }
  }

  /**
   * Runs a call on two clouds, and now and then on the third to learn whether it is back.
   *
   * @return what each returned, in order of party; null for the lost one
   * @throws IOException if one failed; it names the clouds
   */
  public <T> List<T> two(Party lost, long withinMs, CloudCall<T> call) throws IOException {
    probe(lost, call);
    List<CloudOutcome<T>> outcomes =
        fanOut.outcomes(withinMs, cloud -> cloud == lost ? null : call.on(cloud));
    for (CloudOutcome<T> outcome : outcomes) {
      if (outcome.failed() && !CloudFailures.isAnswer(outcome.failure())) {
        states.forget(lost, CloudFailures.naming(outcome.cloud(), outcome.failure()));
      }
    }
    try {
      return CloudFailures.values(outcomes);
    } catch (IOException e) {
      throw CloudFailures.withFate(e, "cloud %d did not answer before".formatted(lost.index()));
    }
  }

  /** Runs a call on a lost cloud in passing, if it is time to. */
  public void probe(Party lost, CloudCall<?> call) {
    try {
      states.probe(() -> fanOut.pool().submit(() -> probeNow(lost, call)));
    } catch (RejectedExecutionException e) {
      LOG.debug("{} is not probed", lost, e);
    }
  }

  private void probeNow(Party lost, CloudCall<?> call) {
    try {
      call.on(lost);
      states.find(lost);
    } catch (Exception e) {
      LOG.debug("{} is still lost", lost, e);
    }
  }
}
