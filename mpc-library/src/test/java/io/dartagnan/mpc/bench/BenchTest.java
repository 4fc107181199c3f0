package io.dartagnan.mpc.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Aggregation;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.mpc.suite.SharedBits;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class BenchTest {
  private static final ProtocolSuite ARAKI = ProtocolSuites.installed().named("araki");

  /** What a run of the command left behind. */
  private record Outcome(int exitCode, String out, String err) {}

  @Test
  void eachOperationAndSharingHasALineWithWhatItCost() {
    Outcome outcome =
        run(
            ARAKI,
            "--quick",
            "--warm-up-ms=0",
            "--lanes=1000",
            "--batch=500",
            "--sessions=3",
            "--seed=7");
    assertThat(outcome.err).isEmpty();
    assertThat(outcome.exitCode).isZero();
    assertThat(outcome.out.lines().filter(line -> line.startsWith("suite="))).hasSize(8 * 4 + 2);
    Comparison less = new Comparison(Operator.LESS, Ordering.UNSIGNED);
    Cost cost = ARAKI.compareCost(less, Sharing.XOR, new Ring(1), 500);
    assertThat(outcome.out)
        .containsPattern(
            "suite=araki op=less sharing=xor exchange=memory lanes=1000 rows_per_s=\\d+"
                + String.format(
                    Locale.ROOT,
                    " bytes_per_row=%.2f rounds=%d allocated_per_row=\\d+ spread=\\d+..\\d+",
                    cost.bytes() / 500.0,
                    cost.rounds()))
        .contains(
            "reference=plain-compare", "reference=aes-256-ctr", "reference=transfer", "seed 7");
  }

  @Test
  void aWrongNumberIsAnErrorThatNamesTheBatch() {
    Outcome outcome =
        run(
            new WrongInItsLastLane(),
            "--quick",
            "--lanes=70",
            "--op=count",
            "--sharing=replicated-xor");
    assertThat(outcome.exitCode).isEqualTo(1);
    assertThat(outcome.err)
        .isEqualTo(
            "error: suite=wrong op=count sharing=replicated-xor is wrong in batch 0%n".formatted());
  }

  @ParameterizedTest
  @CsvSource({"equal,additive", "equal-revealed,xor", "and,replicated-xor"})
  void aWrongResultIsAnErrorThatNamesTheLane(String operation, String sharing) {
    Outcome outcome =
        run(
            new WrongInItsLastLane(),
            "--quick",
            "--lanes=70",
            "--op=" + operation,
            "--sharing=" + sharing);
    assertThat(outcome.exitCode).isEqualTo(1);
    assertThat(outcome.err)
        .isEqualTo(
            "error: suite=wrong op=%s sharing=%s is wrong in lane 69 of batch 0%n"
                .formatted(operation, sharing));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--lanes=0 | --lanes 0 given, 1 to 67108864 is allowed",
        "--sessions=65 | --sessions 65 given, 1 to 64 is allowed",
        "--suite=x | protocol suite 'x' is not installed; installed are araki",
        "--exchange=x | exchange 'x' given, known are memory",
        "--op=x | operation 'x' given, known are equal-revealed, less-revealed, equal, less, and",
        "--sharing=x | sharing 'x' given, known are additive, xor",
      })
  void anOptionOutOfRangeIsRefusedInOneSentence(String option, String reason) {
    Outcome outcome = run(ARAKI, option);
    assertThat(outcome.exitCode).isEqualTo(2);
    assertThat(outcome.out).isEmpty();
    assertThat(outcome.err).startsWith("error: ").contains(reason).hasLineCount(1);
  }

  @Test
  void aSelectionOfNothingIsRefused() {
    Outcome outcome = run(ARAKI, "--op=and", "--sharing=additive");
    assertThat(outcome.exitCode).isEqualTo(2);
    assertThat(outcome.err).startsWith("error: ").contains("nothing to measure").hasLineCount(1);
  }

  private static Outcome run(ProtocolSuite suite, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command =
        Bench.command(Map.of("memory", MemoryExchanges::new), ProtocolSuites.of(List.of(suite)));
    command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    int exitCode = command.execute(arguments);
    return new Outcome(exitCode, out.toString(), err.toString());
  }

  /** Like another suite, but the last lane is always the wrong way round. */
  private static final class WrongInItsLastLane implements ProtocolSuite {
    @Override
    public String name() {
      return "wrong";
    }

    @Override
    public SharedBits compare(
        Context context, Comparison comparison, Shares values, Shares operand) {
      return spoilt(ARAKI.compare(context, comparison, values, operand));
    }

    @Override
    public SharedBits and(Context context, SharedBits left, SharedBits right) {
      return spoilt(ARAKI.and(context, left, right));
    }

    private static SharedBits spoilt(SharedBits bits) {
      int last = bits.lanes() - 1;
      SharedBits flipped = bits.not();
      bits.own()[last / 64] ^= (bits.own()[last / 64] ^ flipped.own()[last / 64]) & 1L << last;
      bits.next()[last / 64] ^= (bits.next()[last / 64] ^ flipped.next()[last / 64]) & 1L << last;
      return bits;
    }

    @Override
    public Optional<Aggregation> aggregation() {
      return ARAKI.aggregation();
    }

    @Override
    public Cost compareCost(Comparison comparison, Sharing sharing, Ring ring, int lanes) {
      return ARAKI.compareCost(comparison, sharing, ring, lanes);
    }

    @Override
    public Cost andCost(int lanes) {
      return ARAKI.andCost(lanes);
    }

    @Override
    public Cost openCost(int lanes) {
      return ARAKI.openCost(lanes);
    }

    @Override
    public List<Protocol> protocols() {
      return List.of();
    }
  }
}
