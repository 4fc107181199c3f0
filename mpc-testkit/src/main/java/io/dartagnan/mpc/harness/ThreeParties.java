package io.dartagnan.mpc.harness;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.session.Session;
import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.SharedBits;
import java.security.SecureRandom;
import java.util.List;

/**
 * Runs the three sides of a protocol, each in a thread of its own, within one new session. The
 * first failure of a side is thrown.
 */
public final class ThreeParties {

  /** One party's side of a protocol. */
  public interface Side<R> {
    /** Runs it. */
    R run(Context context, Party self);
  }

  /**
   * Results of the three sides and what they sent each other.
   *
   * @param results by index of party
   * @param exchanges by index of party
   * @param cost bytes by party and the longest chain of messages
   */
  public record Run<R>(List<R> results, List<MemoryExchange> exchanges, Cost cost) {}

  /**
   * Answer of an operation of a suite, and what it took.
   *
   * @param bits one bit per lane, 64 lanes to a word, those past the last lane zero
   * @param cost what was sent, without what putting the bits together would take
   * @param views by index of party, the messages it received
   */
  public record Answer(long[] bits, Cost cost, List<List<View>> views) {}

  private ThreeParties() {}

  /** Runs a protocol in the first batch of a new session. */
  public static <R> Run<R> run(Side<R> side) {
    Trial.Outcome<R> outcome = Trial.begin().run(firstBatch(side));
    return new Run<>(outcome.orThrow(), outcome.exchanges(), outcome.cost());
  }

  /** Deals, compares, and puts the shared answer together. */
  public static Answer compare(
      ProtocolSuite suite,
      Comparison comparison,
      Sharing sharing,
      Ring ring,
      long[] values,
      long[] operand) {
    List<Shares> x = deal(sharing, ring, values);
    List<Shares> k = deal(sharing, ring, operand);
    return reconstructed(
        (context, self) ->
            suite.compare(context, comparison, x.get(self.index()), k.get(self.index())));
  }

  /** Deals, compares, and opens; the three must agree on the answer. */
  public static Answer reveal(
      ProtocolSuite suite,
      Comparison comparison,
      Sharing sharing,
      Ring ring,
      long[] values,
      long[] operand) {
    List<Shares> x = deal(sharing, ring, values);
    List<Shares> k = deal(sharing, ring, operand);
    return opened(
        (context, self) ->
            suite.reveal(context, comparison, x.get(self.index()), k.get(self.index())));
  }

  /** Runs a protocol whose result stays shared, and puts the result together. */
  public static Answer reconstructed(Side<SharedBits> side) {
    Trial.Outcome<SharedBits> outcome = Trial.begin().run(firstBatch(side));
    return answer(BitShares.reconstruct(outcome.orThrow()), outcome);
  }

  /** Runs a protocol whose result every party learns. */
  public static Answer opened(Side<long[]> side) {
    Trial.Outcome<long[]> outcome = Trial.begin().run(firstBatch(side));
    return answer(BitShares.agreed(outcome.orThrow()), outcome);
  }

  /** Shares of a batch for party 0, 1 and 2. */
  public static List<Shares> deal(Sharing sharing, Ring ring, long[] values) {
    return new Dealer(sharing, ring, new SecureRandom()).deal(values);
  }

  private static Answer answer(long[] bits, Trial.Outcome<?> outcome) {
    return new Answer(
        bits, outcome.cost(), outcome.exchanges().stream().map(MemoryExchange::views).toList());
  }

  private static <R> Trial.Side<R> firstBatch(Side<R> side) {
    return (Session session, MemoryExchange exchange) ->
        side.run(session.nextBatch(), exchange.self());
  }
}
