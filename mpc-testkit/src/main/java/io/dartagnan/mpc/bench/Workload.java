package io.dartagnan.mpc.bench;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.sharing.NumberShare;
import io.dartagnan.mpc.suite.Cost;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * One operation of one suite on one sharing, with its inputs and what must come out.
 *
 * @param suite the suite's name
 * @param operation what the bench calls the operation
 * @param sharing how its inputs are shared
 * @param side what a party does with a batch; its words of the answer, 64 lanes to each
 * @param answer what the parties end with
 * @param inputs what it is evaluated on
 * @param expected the answer to every batch: one bit per lane, those past the last lane zero, or
 *     one number
 * @param cost what the suite declares for the first batch
 */
public record Workload(
    String suite,
    Operation operation,
    String sharing,
    Sessions.Side<long[]> side,
    Answer answer,
    Inputs inputs,
    List<long[]> expected,
    Supplier<Cost> cost) {

  /** Form in which the parties end with an answer. */
  public enum Answer {
    /** Every party with the answer itself. */
    OPENED,
    /** Each with an xor share of it. */
    XOR_SHARED,
    /** Each with a share of one number, and in a second word how many bits its modulus has. */
    ADDED,
    /** Each with an xor share of one number. */
    XORED
  }

  /**
   * Compares what the parties ended with with the answers.
   *
   * @throws WrongResultException naming the batch, and the first lane that differs
   */
  public void check(Sessions.Run<long[]> run) {
    for (int batch = 0; batch < expected.size(); batch++) {
      List<long[]> results = run.results().get(batch);
      switch (answer) {
        case OPENED -> {
          for (long[] opened : results) {
            requireExpected(batch, opened);
          }
        }
        case XOR_SHARED -> requireExpected(batch, sum(results));
        case ADDED -> requireNumber(batch, number(results));
        case XORED -> requireNumber(batch, sum(results)[0]);
      }
    }
  }

  private void requireExpected(int batch, long[] found) {
    long[] right = expected.get(batch);
    int lanes = inputs.values().get(batch).length;
    if (found.length != right.length) {
      throw new WrongResultException(
          "%s answered batch %d of %d lanes with %d words"
              .formatted(this, batch, lanes, found.length));
    }
    for (int lane = 0; lane < lanes; lane++) {
      if ((found[lane / 64] ^ right[lane / 64]) << (63 - lane % 64) < 0) {
        throw new WrongResultException(
            "%s is wrong in lane %d of batch %d".formatted(this, lane, batch));
      }
    }
  }

  private void requireNumber(int batch, long found) {
    if (found != expected.get(batch)[0]) {
      throw new WrongResultException("%s is wrong in batch %d".formatted(this, batch));
    }
  }

  private static long number(List<long[]> shares) {
    return NumberShare.reconstruct(
        Party.ALL.stream()
            .map(
                party -> {
                  long[] share = shares.get(party.index());
                  return NumberShare.additive(party, (int) share[1], share[0]);
                })
            .toList());
  }

  private static long[] sum(List<long[]> shares) {
    long[] sum = shares.get(0).clone();
    for (long[] share : shares.subList(1, shares.size())) {
      Arrays.setAll(sum, i -> sum[i] ^ share[i]);
    }
    return sum;
  }

  /** Beginning of the lines that are about this. */
  @Override
  public String toString() {
    return "suite=%s op=%s sharing=%s".formatted(suite, operation.word(), sharing);
  }
}
