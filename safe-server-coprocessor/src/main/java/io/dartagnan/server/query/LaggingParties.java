package io.dartagnan.server.query;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ObjIntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts, for each party, the old writes that it was seen to lack while the two others hold them,
 * and says so in the log, at most once a minute for each party.
 */
public final class LaggingParties {
  private static final Logger LOG = LoggerFactory.getLogger(LaggingParties.class);
  private static final long LOG_EVERY_NANOS = Duration.ofMinutes(1).toNanos();

  private final int most;
  private final Map<Party, AtomicLong> writes = new EnumMap<>(Party.class);
  private final Map<Party, AtomicLong> loggedAt = new EnumMap<>(Party.class);

  LaggingParties(int most) {
    this.most = most;
    for (Party party : Party.ALL) {
      writes.put(party, new AtomicLong());
      loggedAt.put(party, new AtomicLong(System.nanoTime() - LOG_EVERY_NANOS));
    }
  }

  /** Number of writes that a party was seen to lack since the server started; each time counts. */
  public long missing(Party party) {
    return writes.get(party).get();
  }

  /** A party that lacks too many writes: another attempt would end alike. */
  static final class TooManyException extends ProtocolException {
    private static final long serialVersionUID = 1L;

    private TooManyException(Party lacking, String reason) {
      super(lacking, reason);
    }
  }

  /** Counts for one evaluation, and ends it with an error once a party lacks too many. */
  ObjIntConsumer<Party> ofOneEvaluation() {
    Map<Party, AtomicLong> seen = new EnumMap<>(Party.class);
    return (lacking, more) -> {
      writes.get(lacking).addAndGet(more);
      long all = seen.computeIfAbsent(lacking, party -> new AtomicLong()).addAndGet(more);
      log(lacking, all);
      if (all > most) {
        throw new TooManyException(
            lacking,
            ("lacks %d writes of this range that are minutes old and that the two other clouds hold, more than"
                    + " dartagnan.alignment.missing.max (%d) allows: was it restored from an old backup?"
                    + " 'dartagnan repair %d TABLE' gives back what can be given")
                .formatted(all, most, lacking.index()));
      }
    };
  }

  private void log(Party lacking, long all) {
    AtomicLong last = loggedAt.get(lacking);
    long before = last.get();
    long now = System.nanoTime();
    if (now - before >= LOG_EVERY_NANOS && last.compareAndSet(before, now)) {
      LOG.warn(
          "{} lacks {} writes that are minutes old and that the two other clouds hold: clients read their rows again, or fail;"
              + " 'dartagnan verify' says of which table, 'dartagnan repair {} TABLE' gives back what can be given",
          lacking,
          all,
          lacking.index());
    }
  }
}
