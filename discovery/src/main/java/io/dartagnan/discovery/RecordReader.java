package io.dartagnan.discovery;

import io.dartagnan.discovery.RejectedRecordException.Reason;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;

/** Reader of records in Redis, which lets none pass that is not to be believed. */
final class RecordReader {
  /** Keys that are asked for together: a few kilobytes at a time, not a round trip each. */
  private static final int KEYS_PER_PAGE = 512;

  /** Index of one character more than a record has: enough to see that a value is none. */
  private static final int LAST_CHARACTER = RecordFormat.LONGEST_VALUE;

  /** Beginning of Redis' error for a key that holds a list, a hash or the like. */
  private static final String WRONG_TYPE = "WRONGTYPE";

  /** Keys that no deployment has more of; whoever plants more makes listing fail, nothing else. */
  private static final int MOST_KEYS = 3 * RecordVerifier.NewestIssueTimes.SERVERS_PER_PARTY;

  /** Sentences on values that are not believed: whoever plants more makes nobody hold them. */
  private static final int MOST_REJECTED = 100;

  private final RedisConnector redis;
  private final RecordVerifier verifier;

  RecordReader(RedisConnector redis, RecordVerifier verifier) {
    this.redis = redis;
    this.verifier = verifier;
  }

  /**
   * Record as it was read, with what was left of its lease then. Times are of {@link
   * System#nanoTime}.
   *
   * @param record the record
   * @param askAgainAt time from which it should be read anew
   * @param expiresAt time from which it must not be used
   */
  record LeasedRecord(ServerRecord record, long askAgainAt, long expiresAt) {

    static LeasedRecord readAt(long now, long remainingMs, ServerRecord record) {
      long remaining = TimeUnit.MILLISECONDS.toNanos(Math.max(0, remainingMs));
      return new LeasedRecord(record, now + remaining / 3, now + remaining);
    }

    boolean isFresh(long now) {
      return now - askAgainAt < 0;
    }

    boolean isLive(long now) {
      return now - expiresAt < 0;
    }

    /** This lease, which spares the next callers a question that just failed. */
    LeasedRecord askAgainLater(long now) {
      return new LeasedRecord(record, now + (expiresAt - now) / 3, expiresAt);
    }
  }

  /** Receiver of the outcomes of reading several keys. */
  @FunctionalInterface
  interface Outcomes {
    /**
     * Takes the outcome for one key.
     *
     * @param read the record that was read, or null
     * @param rejected reason why it is not believed; null when there was nothing to read, or
     *     nothing wrong
     */
    void add(String key, LeasedRecord read, RejectedRecordException rejected);
  }

  /**
   * The record under a key, null if there is none.
   *
   * @throws DiscoveryException if Redis cannot be asked, or the record is not to be believed
   */
  LeasedRecord read(String key) throws DiscoveryException {
    return redis.talk(connection -> answer(ask(connection, List.of(key)).get(0)));
  }

  /** Reads several keys in one exchange; outcomes come page by page, until Redis fails. */
  void readAll(Collection<String> keys, Outcomes outcomes) throws DiscoveryException {
    List<String> all = List.copyOf(keys);
    redis.talk(
        connection -> {
          for (int from = 0; from < all.size(); from += KEYS_PER_PAGE) {
            int to = Math.min(all.size(), from + KEYS_PER_PAGE);
            for (Question question : ask(connection, all.subList(from, to))) {
              try {
                outcomes.add(question.key, answer(question), null);
              } catch (RejectedRecordException e) {
                outcomes.add(question.key, null, e);
              }
            }
          }
          return null;
        });
  }

  /** Question about one key, with the time of {@link System#nanoTime} at which it was asked. */
  private record Question(
      String key, long askedAt, Response<String> value, Response<Long> remainingMs) {}

  private static List<Question> ask(Jedis connection, List<String> keys) {
    long now = System.nanoTime();
    try (Pipeline together = connection.pipelined()) {
      return keys.stream()
          .map(
              key ->
                  new Question(
                      key, now, together.getrange(key, 0, LAST_CHARACTER), together.pttl(key)))
          .toList();
    }
  }

  private LeasedRecord answer(Question question) throws RejectedRecordException {
    RecordFormat.IssuedRecord issued = believe(question.key, question.value);
    if (issued == null) {
      return null;
    }
    // No expiry is not a promise that a live owner made.
    long ms = Math.min(question.remainingMs.get(), verifier.remainingMs(issued));
    return LeasedRecord.readAt(question.askedAt, ms, issued.record());
  }

  /** All that is there, by party and then by server; what is not to be believed is counted. */
  Discovery.Inspection inspect() throws DiscoveryException {
    return redis.talk(
        connection -> {
          // A scan may show a key twice. The order of the keys is that of party, then server.
          Map<String, Discovery.FoundRecord> found = new TreeMap<>();
          Map<String, String> rejected = new TreeMap<>();
          ScanParams params =
              new ScanParams().match(RecordFormat.KEY_PREFIX + '*').count(KEYS_PER_PAGE);
          String cursor = ScanParams.SCAN_POINTER_START;
          int keys = 0;
          do {
            ScanResult<String> page = connection.scan(cursor, params);
            keys += page.getResult().size();
            if (keys > MOST_KEYS) {
              throw new DiscoveryException(
                  "Redis has more than "
                      + MOST_KEYS
                      + " keys that begin with "
                      + RecordFormat.KEY_PREFIX
                      + ", which no deployment has; remove those that no server renews");
            }
            collect(connection, page.getResult(), found, rejected);
            cursor = page.getCursor();
          } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
          return new Discovery.Inspection(
              List.copyOf(found.values()), List.copyOf(rejected.values()));
        });
  }

  private void collect(
      Jedis connection,
      List<String> keys,
      Map<String, Discovery.FoundRecord> found,
      Map<String, String> rejected) {
    List<Response<String>> values = new ArrayList<>(keys.size());
    try (Pipeline together = connection.pipelined()) {
      for (String key : keys) {
        values.add(together.getrange(key, 0, LAST_CHARACTER));
      }
    }
    for (int i = 0; i < keys.size(); i++) {
      try {
        RecordFormat.IssuedRecord issued = believe(keys.get(i), values.get(i));
        if (issued != null) {
          found.put(
              keys.get(i),
              new Discovery.FoundRecord(
                  issued.record(),
                  OptionalLong.of(verifier.ageMs(issued)),
                  OptionalLong.of(issued.leaseMs())));
        }
      } catch (RejectedRecordException e) {
        // One planted value must not hide the others; the verifier has counted and logged it.
        if (rejected.size() < MOST_REJECTED) {
          rejected.put(keys.get(i), e.getMessage());
        }
      }
    }
  }

  private RecordFormat.IssuedRecord believe(String key, Response<String> value)
      throws RejectedRecordException {
    String text;
    try {
      text = value.get();
    } catch (JedisDataException e) {
      if (e.getMessage() == null || !e.getMessage().startsWith(WRONG_TYPE)) {
        throw e;
      }
      throw verifier.rejected(
          new RejectedRecordException(key, Reason.MALFORMED, "it is not a string", e));
    }
    return text.isEmpty() ? null : verifier.verify(key, text);
  }
}
