package io.dartagnan.mpc.bench;

import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.ProtocolSuites;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The command: measures what was asked for and prints a line for each measurement. */
@Command(
    name = "mpc-library/bench",
    usageHelpAutoWidth = true,
    sortOptions = false,
    description = {
      "Measures the protocol suites: three parties in one process, a column of 64-bit values cut"
          + " into batches, several sessions side by side. Inputs are dealt before the clock"
          + " starts, every result is checked against plaintext after it has stopped.",
      "",
      "Prints a line per exchange, suite, operation and sharing. rows_per_s is the median of the"
          + " repetitions and spread the slowest and the fastest; bytes_per_row is what the three"
          + " parties sent in all, payload, as counted; rounds is what the suite declares;"
          + " allocated_per_row is what the parties' threads allocated in all, in bytes."
          + " Lines with reference= say what the machine does without a protocol.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all was measured and right",
      "1:a result was wrong or a session failed",
      "2:an option is not known or out of range"
    })
public final class Bench implements Callable<Integer> {
  private static final int MAX_LANES = 1 << 26;
  private static final int MAX_SESSIONS = 64;
  private static final int MAX_REPETITIONS = 1000;

  private static final int LANES = 1 << 20;
  private static final Effort THOROUGH = new Effort(Duration.ofSeconds(3), 9);
  private static final int QUICK_LANES = 1 << 18;
  private static final Effort QUICK = new Effort(Duration.ofMillis(150), 3);

  private final Map<String, Exchanges.Starter> exchanges;
  private final ProtocolSuites installed;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "This text.")
  private boolean help;

  @Option(names = "--quick", description = "Fewer lanes and repetitions: under a minute in all.")
  private boolean quick;

  @Option(
      names = "--exchange",
      paramLabel = "NAME",
      split = ",",
      description = "How the parties reach each other: memory, tls. Default: all.")
  private List<String> exchangeNames = List.of();

  @Option(
      names = "--suite",
      paramLabel = "NAME",
      split = ",",
      description = "Which suites. Default: all that are installed.")
  private List<String> suiteNames = List.of();

  @Option(
      names = "--op",
      paramLabel = "NAME",
      split = ",",
      description =
          "Which operations: equal-revealed, less-revealed, equal, less, and, open, range-revealed,"
              + " count, sum, least. Default: all.")
  private List<Operation> operations = List.of(Operation.values());

  @Option(
      names = "--sharing",
      paramLabel = "NAME",
      split = ",",
      description =
          "Which sharings of the inputs: additive, xor, replicated-additive, replicated-xor."
              + " Default: all.")
  private List<Sharing> sharings = List.of(Sharing.values());

  @Option(
      names = "--lanes",
      paramLabel = "N",
      description = "Values per repetition, 1 to 67108864. Default: 1048576, quick 262144.")
  private Integer lanes;

  @Option(
      names = "--batch",
      paramLabel = "N",
      defaultValue = "32768",
      description = "Values per batch, 1 to 131136. Default: ${DEFAULT-VALUE}.")
  private int batch;

  @Option(
      names = "--sessions",
      paramLabel = "N",
      defaultValue = "4",
      description =
          "Sessions side by side, of three threads each, 1 to 64. Default: ${DEFAULT-VALUE}.")
  private int sessions;

  @Option(
      names = "--repetitions",
      paramLabel = "N",
      description = "Repetitions that count, 1 to 1000. Default: 9, quick 3.")
  private Integer repetitions;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Draws the same values again. Default: another one each time.")
  private Long seed;

  @Option(
      names = "--warm-up-ms",
      hidden = true,
      description = "Least time that each runs before it counts; for the test of this command.")
  private Integer warmUpMs;

  private Bench(Map<String, Exchanges.Starter> exchanges, ProtocolSuites installed) {
    this.exchanges = exchanges;
    this.installed = installed;
  }

  /** In memory alone. */
  public static void main(String[] arguments) {
    System.exit(
        command(Map.of("memory", MemoryExchanges::new), ProtocolSuites.installed())
            .execute(arguments));
  }

  /**
   * The command.
   *
   * @param exchanges by name, in the order in which they are measured
   * @param installed the suites to choose from
   */
  public static CommandLine command(
      Map<String, Exchanges.Starter> exchanges, ProtocolSuites installed) {
    return BenchCommand.of(new Bench(exchanges, installed), WrongResultException.class)
        .registerConverter(Sharing.class, refusing(Sharing::parse))
        .registerConverter(Operation.class, refusing(Operation::parse));
  }

  private static <T> ITypeConverter<T> refusing(Function<String, T> parse) {
    return word -> {
      try {
        return parse.apply(word);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    };
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    int size = lanes == null ? (quick ? QUICK_LANES : LANES) : lanes;
    Effort effort = quick ? QUICK : THOROUGH;
    if (repetitions != null) {
      effort = new Effort(effort.warmUp(), repetitions);
    }
    if (warmUpMs != null) {
      effort = new Effort(Duration.ofMillis(warmUpMs), effort.repetitions());
    }
    requireRange("--lanes", size, MAX_LANES);
    requireRange("--batch", batch, Shares.MAX_BATCH_WORDS);
    requireRange("--sessions", sessions, MAX_SESSIONS);
    requireRange("--repetitions", effort.repetitions(), MAX_REPETITIONS);
    Collection<String> ways = exchangeNames.isEmpty() ? exchanges.keySet() : exchangeNames;
    for (String way : ways) {
      if (!exchanges.containsKey(way)) {
        throw refused(
            "exchange '%s' given, known are %s"
                .formatted(way, String.join(", ", exchanges.keySet())));
      }
    }
    List<ProtocolSuite> suites = chosenSuites();
    if (suites.stream().allMatch(suite -> workloads(suite).isEmpty())) {
      throw refused(
          "none of the operations chosen takes shares of the sharings chosen; there is nothing to measure");
    }
    long drawn = seed == null ? new Random().nextLong() : seed;
    print(
        "# %s, batches of %d, %d sessions, median of %d, --seed %d",
        Machine.description(), batch, sessions, effort.repetitions(), drawn);
    Inputs inputs = new Inputs(size, batch, new Random(drawn));
    printReference(
        "plain-compare rows_per_s=%.0f", effort.measure(() -> Reference.plainCompare(inputs)));
    printReference("aes-256-ctr gb_per_s=%.2f", effort.measure(Reference::aesCtr));
    for (String way : ways) {
      try (Exchanges open = exchanges.get(way).start()) {
        measure(way, open, suites, inputs, effort);
      }
    }
    return CommandLine.ExitCode.OK;
  }

  private List<ProtocolSuite> chosenSuites() {
    try {
      return suiteNames.isEmpty()
          ? List.copyOf(installed.byName().values())
          : suiteNames.stream().map(installed::named).toList();
    } catch (IllegalArgumentException e) {
      throw refused(e.getMessage());
    }
  }

  private void measure(
      String way, Exchanges open, List<ProtocolSuite> suites, Inputs inputs, Effort effort) {
    try (Sessions running = Sessions.begin(open, sessions)) {
      printReference(
          "transfer exchange=" + way + " gb_per_s=%.2f",
          effort.measure(() -> Reference.transfer(running)));
      for (ProtocolSuite suite : suites) {
        for (Chosen chosen : workloads(suite)) {
          Workload workload = chosen.operation.of(suite, chosen.sharing, inputs);
          print("%s", Measurement.of(way, running, workload, effort).line());
        }
      }
    }
  }

  private record Chosen(Operation operation, Sharing sharing) {}

  /** The operations and sharings that are to be measured of a suite. */
  private List<Chosen> workloads(ProtocolSuite suite) {
    List<Chosen> workloads = new ArrayList<>();
    for (Operation operation : operations) {
      for (Sharing sharing : operation.sharings(suite)) {
        if (sharings.contains(sharing)) {
          workloads.add(new Chosen(operation, sharing));
        }
      }
    }
    return workloads;
  }

  private void printReference(String format, Spread spread) {
    print("reference=" + format, spread.median());
  }

  private void print(String format, Object... arguments) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(String.format(Locale.ROOT, format, arguments));
    out.flush();
  }

  private void requireRange(String option, int given, int most) {
    if (given < 1 || given > most) {
      throw refused("%s %d given, 1 to %d is allowed".formatted(option, given, most));
    }
  }

  private ParameterException refused(String reason) {
    return new ParameterException(spec.commandLine(), reason);
  }
}
