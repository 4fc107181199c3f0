package io.dartagnan.client.aggregate;

import io.dartagnan.client.scan.AgreedPage;
import io.dartagnan.client.scan.SessionFailure;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.encoding.ValueType;
import io.dartagnan.mpc.sharing.MismatchedSharesException;
import io.dartagnan.mpc.sharing.NumberShare;
import io.dartagnan.mpc.sharing.Reconstruction;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.query.AggregateShares;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.schema.Placement;
import io.dartagnan.wire.CloudDeviationException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/** The aggregates so far, put together from the three clouds' shares of each batch. */
final class Totals {
  private final QueryColumn column;
  private final ValueType type;
  private final Comparator<byte[]> order;
  private long count;
  private long sum;
  private byte[] least;
  private byte[] greatest;

  /** Nothing so far, of a column or of any cell. */
  Totals(QueryColumn column) {
    this.column = column;
    this.type = column.lanes().laneType();
    this.order =
        type.kind() == ValueType.Kind.INT64
            ? Comparator.comparingLong(Bytes::toLong)
            : Bytes.BYTES_COMPARATOR;
  }

  /**
   * Adds the batches of a page.
   *
   * @throws DoNotRetryIOException if the clouds' shares do not belong together
   */
  void add(AgreedPage page) throws DoNotRetryIOException {
    add(List.of(this), page);
  }

  /**
   * Adds the batches of a page, of which each has one answer to each of several questions.
   *
   * @throws DoNotRetryIOException if the clouds' shares do not belong together
   */
  static void add(List<Totals> each, AgreedPage page) throws DoNotRetryIOException {
    try {
      List<List<AggregateShares>> shares = new ArrayList<>();
      for (Party party : Party.ALL) {
        shares.add(decoded(page, party));
      }
      List<Party> others =
          Placement.THREE_CLOUDS.outvoted(shares, (one, other) -> forms(one).equals(forms(other)));
      if (!others.isEmpty()) {
        throw unlike(others, new IllegalArgumentException("they are of different forms"));
      }
      int answers = shares.get(0).size();
      if (answers % each.size() != 0) {
        throw new IllegalArgumentException("the clouds' pages are of different numbers of batches");
      }
      for (int i = 0; i < answers; i++) {
        int answer = i;
        each.get(i % each.size()).add(shares.stream().map(ofParty -> ofParty.get(answer)).toList());
      }
    } catch (MismatchedSharesException e) {
      throw e.suspects().isEmpty()
          ? unlike(Party.ALL, e)
          : new CloudDeviationException(
              "%s deviated from the protocol: the clouds' shares of an aggregate do not belong together"
                  .formatted(named(e.suspects())),
              e);
    } catch (IllegalArgumentException e) {
      throw unlike(Party.ALL, e);
    }
  }

  private static List<AggregateShares> decoded(AgreedPage page, Party party)
      throws DoNotRetryIOException {
    try {
      return AggregateShares.decode(page.aggregates().get(party.index()), party);
    } catch (IllegalArgumentException e) {
      throw unlike(List.of(party), e);
    }
  }

  /** What the shares of a page are of, which is the same on all clouds. */
  private static List<List<Optional<?>>> forms(List<AggregateShares> shares) {
    return shares.stream()
        .map(
            each ->
                List.<Optional<?>>of(
                    each.count().map(number -> List.of(number.bits(), number.element().sharing())),
                    each.sum().map(number -> List.of(number.bits(), number.element().sharing())),
                    each.least().map(Shares::sharing),
                    each.greatest().map(Shares::sharing)))
        .toList();
  }

  private static DoNotRetryIOException unlike(
      List<Party> suspects, IllegalArgumentException cause) {
    return new DoNotRetryIOException(
        "the clouds' shares of an aggregate do not belong together: %s altered its own, or is of another release"
            .formatted(named(suspects)),
        cause);
  }

  private static String named(Collection<Party> suspects) {
    return suspects.stream()
        .sorted()
        .map(SessionFailure::cloud)
        .collect(Collectors.joining(" or "));
  }

  private void add(List<AggregateShares> shares) {
    long rows = number(shares, AggregateShares::count);
    count += rows;
    sum += number(shares, AggregateShares::sum);
    if (rows > 0) {
      addExtremes(
          element(shares, AggregateShares::least), element(shares, AggregateShares::greatest));
    }
  }

  private void addExtremes(Optional<byte[]> newLeast, Optional<byte[]> newGreatest) {
    least = best(least, newLeast, order);
    greatest = best(greatest, newGreatest, order.reversed());
  }

  /** Adds rows of which the clouds gave the number. */
  void add(long rows) {
    count += rows;
  }

  /**
   * Adds a row by itself.
   *
   * @param row one that is aggregated, its values in the clear
   * @throws DoNotRetryIOException if its column holds no number where numbers are aggregated
   */
  void add(Result row) throws DoNotRetryIOException {
    count++;
    if (column.isAnyCell()) {
      return;
    }
    byte[] value = row.getValue(column.family(), column.qualifier());
    if (type.kind() == ValueType.Kind.INT64) {
      if (value.length != Long.BYTES) {
        throw new DoNotRetryIOException(
            "column %s holds a value of %d bytes, a number has the eight bytes of Bytes.toBytes(long)"
                .formatted(column.name(), value.length));
      }
      sum += Bytes.toLong(value);
    }
    addExtremes(Optional.of(value), Optional.of(value));
  }

  private static long number(
      List<AggregateShares> shares, Function<AggregateShares, Optional<NumberShare>> which) {
    List<NumberShare> given = shares.stream().map(which).flatMap(Optional::stream).toList();
    return given.isEmpty() ? 0 : NumberShare.reconstruct(given);
  }

  private Optional<byte[]> element(
      List<AggregateShares> shares, Function<AggregateShares, Optional<Shares>> which) {
    List<Shares> given = shares.stream().map(which).flatMap(Optional::stream).toList();
    if (!given.isEmpty() && given.size() < shares.size()) {
      throw new IllegalArgumentException("not all clouds have given a least or greatest value");
    }
    return given.isEmpty()
        ? Optional.empty()
        : Optional.of(type.decode(Reconstruction.values(given)));
  }

  private static byte[] best(byte[] before, Optional<byte[]> now, Comparator<byte[]> order) {
    return now.isEmpty() || (before != null && order.compare(before, now.get()) <= 0)
        ? before
        : now.get();
  }

  long count() {
    return count;
  }

  long sum() {
    return sum;
  }

  Optional<byte[]> least() {
    return Optional.ofNullable(least);
  }

  Optional<byte[]> greatest() {
    return Optional.ofNullable(greatest);
  }
}
