package io.dartagnan.mpc.bench;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.ProtocolSuites;
import java.io.IOException;
import java.io.PrintWriter;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.Function;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
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

  /**
   * One workload, measured.
   *
   * @param exchange how the parties reached each other
   * @param rows rows per second
   * @param bytes what the three parties sent per repetition
   * @param allocated what their threads allocated per repetition, in bytes
   */
  private record Measurement(
      String exchange, Workload workload, Spread rows, long bytes, long allocated) {

    /**
     * Measures a workload and checks every result, those of the warm-up included.
     *
     * @throws WrongResultException if one is not what plaintext gives
     */
    static Measurement of(String exchange, Sessions sessions, Workload workload, Effort effort) {
      int lanes = workload.inputs().lanes();
      long[] bytes = new long[1];
      long[] allocated = new long[1];
      Spread rows =
          effort.measure(
              () -> {
                Sessions.Run<long[]> run =
                    sessions.run(workload.inputs().batches(), workload.side());
                workload.check(run);
                bytes[0] = run.bytes();
                allocated[0] = run.allocated();
                return lanes * 1e9 / run.nanos();
              });
      return new Measurement(exchange, workload, rows, bytes[0], allocated[0]);
    }

    /** Line that the bench prints. */
    String line() {
      int lanes = workload.inputs().lanes();
      return String.format(
          Locale.ROOT,
          "%s exchange=%s lanes=%d rows_per_s=%.0f bytes_per_row=%.2f rounds=%d allocated_per_row=%.0f spread=%.0f..%.0f",
          workload,
          exchange,
          lanes,
          rows.median(),
          (double) bytes / lanes,
          workload.cost().get().rounds(),
          (double) allocated / lanes,
          rows.slowest(),
          rows.fastest());
    }
  }

  /**
   * Speed of this machine at this moment without any protocol, on one core. Machines differ and
   * their neighbours are noisy: the other lines are to be read next to these.
   */
  private static final class Reference {
    private static final int CHUNK_BYTES = 1 << 13;
    private static final int STREAM_BYTES = 1 << 26;
    private static final int MESSAGE_WORDS = 1 << 15;
    private static final int MESSAGES = 32;

    private Reference() {}

    /** Rows per second of a loop that compares the inputs with their operand, into one bit each. */
    static double plainCompare(Inputs inputs) {
      long began = System.nanoTime();
      long bits = 0;
      for (long[] values : inputs.values()) {
        bits += lessThan(values, inputs.operand())[0];
      }
      double speed = inputs.lanes() * 1e9 / (System.nanoTime() - began);
      // Never true; the loop may not be left out.
      return bits == 42 && speed < 0 ? 0 : speed;
    }

    private static long[] lessThan(long[] values, long operand) {
      long[] bits = new long[BitPlanes.words(values.length)];
      for (int lane = 0; lane < values.length; lane++) {
        long bit = Long.compareUnsigned(values[lane], operand) >>> 63;
        bits[lane >>> 6] |= bit << lane;
      }
      return bits;
    }

    /** Gigabytes per second of AES-256 key stream, drawn a chunk at a time as the protocols do. */
    static double aesCtr() {
      try {
        Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
        cipher.init(
            Cipher.ENCRYPT_MODE,
            new SecretKeySpec(new byte[32], "AES"),
            new IvParameterSpec(new byte[16]));
        byte[] zeros = new byte[CHUNK_BYTES];
        byte[] chunk = new byte[CHUNK_BYTES];
        long began = System.nanoTime();
        for (int drawn = 0; drawn < STREAM_BYTES; drawn += CHUNK_BYTES) {
          cipher.update(zeros, 0, CHUNK_BYTES, chunk, 0);
        }
        return (double) STREAM_BYTES / (System.nanoTime() - began);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("this JDK lacks AES in counter mode", e);
      }
    }

    /**
     * Gigabytes per second that the three parties send each other in all, each to the next, when
     * they compute nothing.
     */
    static double transfer(Sessions sessions) {
      long[] message = new long[MESSAGE_WORDS];
      Sessions.Run<List<Void>> run =
          sessions.run(
              MESSAGES,
              (context, batch) -> {
                context.send(context.self().next(), message);
                context.receive(context.self().prev(), MESSAGE_WORDS);
                return List.of();
              });
      return (double) run.bytes() / run.nanos();
    }
  }

  /**
   * Time and repetitions that each measurement gets.
   *
   * @param warmUp at least so long, and at least twice, it runs before it counts
   * @param repetitions how often it counts, 1 or more
   */
  private record Effort(Duration warmUp, int repetitions) {
    private static final int SHORTEST_WARM_UP = 2;

    /** One run of what is measured. */
    interface Repetition {
      /** Runs it; its speed, in whatever unit. */
      double run();
    }

    /** The speeds of the repetitions that count. */
    Spread measure(Repetition repetition) {
      long end = System.nanoTime() + warmUp.toNanos();
      for (int i = 0; i < SHORTEST_WARM_UP || System.nanoTime() - end < 0; i++) {
        repetition.run();
      }
      double[] speeds = new double[repetitions];
      for (int i = 0; i < repetitions; i++) {
        speeds[i] = repetition.run();
      }
      return Spread.of(speeds);
    }
  }
}
