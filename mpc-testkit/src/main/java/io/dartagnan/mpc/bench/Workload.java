package io.dartagnan.mpc.bench;

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
 * @param opens whether every party ends with the answer itself, and not with an xor share of it
 * @param inputs what it is evaluated on
 * @param expected the answer to every batch, bits past the last lane zero
 * @param cost what the suite declares for the first batch
 */
public record Workload(
    String suite,
    Operation operation,
    String sharing,
    Sessions.Side<long[]> side,
    boolean opens,
    Inputs inputs,
    List<long[]> expected,
    Supplier<Cost> cost) {

  /**
   * Compares what the parties ended with with the answers.
   *
   * @throws WrongResultException naming the first lane that differs
   */
  public void check(Sessions.Run<long[]> run) {
    for (int batch = 0; batch < expected.size(); batch++) {
      List<long[]> results = run.results().get(batch);
      for (long[] answer : opens ? results : List.of(sum(results))) {
        requireExpected(batch, answer);
      }
    }
  }

  private void requireExpected(int batch, long[] answer) {
    long[] right = expected.get(batch);
    int lanes = inputs.values().get(batch).length;
    if (answer.length != right.length) {
      throw new WrongResultException(
          "%s answered batch %d of %d lanes with %d words"
              .formatted(this, batch, lanes, answer.length));
    }
    for (int lane = 0; lane < lanes; lane++) {
      if ((answer[lane / 64] ^ right[lane / 64]) << (63 - lane % 64) < 0) {
        throw new WrongResultException(
            "%s is wrong in lane %d of batch %d".formatted(this, lane, batch));
      }
    }
  }

  private static long[] sum(List<long[]> shares) {
    long[] sum = shares.get(0).clone();
    for (long[] share : shares.subList(1, shares.size())) {
      Arrays.setAll(sum, i -> sum[i] ^ share[i]);
    }
    return sum;
  }

  /** How lines begin that are about this. */
  @Override
  public String toString() {
    return "suite=%s op=%s sharing=%s".formatted(suite, operation.word(), sharing);
  }
}
