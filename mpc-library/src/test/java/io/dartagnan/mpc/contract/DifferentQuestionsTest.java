package io.dartagnan.mpc.contract;

import static io.dartagnan.mpc.contract.Catches.caught;

import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Labels that do not say the whole question are found. */
class DifferentQuestionsTest {

  @Test
  void anOperatorThatTheLabelsDoNotSayIsFound() {
    for (Operator unsaid : List.of(Operator.GREATER_OR_EQUAL, Operator.NOT_EQUAL)) {
      Operator said = unsaid == Operator.NOT_EQUAL ? Operator.EQUAL : Operator.LESS;
      Broken suite =
          new Broken() {
            @Override
            public SharedBits compare(Context context, Comparison comparison, Shares x, Shares k) {
              if (comparison.operator() != unsaid) {
                return right.compare(context, comparison, x, k);
              }
              Comparison negated = new Comparison(said, comparison.ordering());
              return right.compare(context, negated, x, k).not();
            }
          };
      for (Sharing sharing : Sharing.values()) {
        caught(
            suite,
            c -> c.endsWithAnErrorAtAllThreeWhenPartiesCompareDifferently(sharing),
            unsaid + " on 65 lanes",
            said + " on 65 lanes");
      }
    }
  }

  @Test
  void anOrderingThatTheLabelsDoNotSayIsFound() {
    Broken suite =
        new Broken() {
          @Override
          public SharedBits compare(Context context, Comparison comparison, Shares x, Shares k) {
            if (comparison.ordering() == Ordering.UNSIGNED || comparison.operator().isEquality()) {
              return right.compare(context, comparison, x, k);
            }
            Comparison unsigned = new Comparison(comparison.operator(), Ordering.UNSIGNED);
            return right.compare(context, unsigned, x.flipSign(), k.flipSign());
          }
        };
    for (Sharing sharing : Sharing.values()) {
      caught(
          suite,
          c -> c.endsWithAnErrorAtAllThreeWhenPartiesCompareDifferently(sharing),
          "SIGNED LESS on 65 lanes",
          "UNSIGNED LESS on 65 lanes");
    }
  }

  @Test
  void lanesThatTheLabelsDoNotSayAreFound() {
    Broken suite =
        new Broken() {
          @Override
          public SharedBits compare(Context context, Comparison comparison, Shares x, Shares k) {
            if (x.lanes() != 2 || k.lanes() != 1 || !k.ring().equals(x.ring())) {
              return right.compare(context, comparison, x, k);
            }
            SharedBits three = right.compare(context, comparison, x.append(k), k);
            return new SharedBits(three.holder(), 2, three.own(), three.next());
          }
        };
    caught(
        suite,
        c -> c.endsWithAnErrorAtAllThreeWhenPartiesHoldDifferentShapes(Sharing.XOR),
        "on 2 lanes of 1 limbs",
        "on 3 lanes of 1 limbs");
  }

  @Test
  void aSharingThatTheLabelsDoNotSayIsFound() {
    Broken suite =
        new Broken() {
          @Override
          public SharedBits compare(Context context, Comparison comparison, Shares x, Shares k) {
            boolean replicated =
                x.sharing() == Sharing.REPLICATED_XOR && k.sharing() == x.sharing();
            return right.compare(
                context, comparison, replicated ? single(x) : x, replicated ? single(k) : k);
          }

          private Shares single(Shares shares) {
            return Shares.single(shares.holder(), Sharing.XOR, shares.ring(), shares.own());
          }
        };
    caught(
        suite,
        c -> c.endsWithAnErrorAtAllThreeWhenPartiesHoldDifferentShapes(Sharing.XOR),
        "replicated");
  }
}
