package io.dartagnan.mesh.bench;

import io.dartagnan.mesh.Limits;
import io.dartagnan.mpc.bench.BenchCommand;
import io.dartagnan.mpc.bench.Machine;
import io.dartagnan.mpc.exchange.Exchange;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The command: what the mesh costs beside plain Netty.
 *
 * <p>Two echoes run in this process and take turns. In both, one end sends messages of n bytes, the
 * other sends each back, so many bytes are under way at most, and what comes back is checked by its
 * length and by sampled bytes. A megabyte is 10^6 bytes of payload that went one way; the other way
 * carries the same.
 *
 * <ul>
 *   <li><b>mesh:</b> {@link MeshEcho}. Party 0 sends to party 1, whose session receives each
 *       message complete, as an array of its own, and sends it back. A thread of each party per
 *       session, two connections for all sessions: each mesh sends on the one it dialled.
 *   <li><b>bare:</b> {@link BareEcho}. {@code SslHandler} and an echo handler, pipelined writes
 *       that respect writability, one connection per session for both directions. No frames, no
 *       sessions, no threads but the event loops; pieces are echoed as they were decrypted.
 * </ul>
 *
 * <p>Same certificates, TLS version and provider, event loops per end, socket options, water marks
 * and bytes under way. So the bare echo is a floor: it lacks what a session is for. In the
 * round-trip its ends answer from the event loop, where the mesh hands over to the session's thread
 * and back, four times.
 */
@Command(
    name = "network-middleware/bench",
    usageHelpAutoWidth = true,
    sortOptions = false,
    description = {
      "Measures what the mesh carries over loopback beside a bare TLS echo in plain Netty: same"
          + " certificates, provider, event loops and socket options, in turns.",
      "",
      "Prints a line per TLS provider, number of sessions and message size. mesh_mb_s and bare_mb_s"
          + " are 10^6 bytes of payload per second in one direction, while the other carries the"
          + " same; rtt_us and bare_rtt_us the microseconds until one message is back, with no other"
          + " under way. All are medians of the repetitions, spread the least and the greatest;"
          + " ratio is the mesh's median over the bare one's. mesh_cpu_s_gb and bare_cpu_s_gb are the"
          + " process' seconds of processor time per 10^9 bytes one way, both ends together, and"
          + " mesh_cpu_us and bare_cpu_us the same per round-trip: they hold also while others use"
          + " the machine.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all was measured and came back right",
      "1:something came back wrong, or a session failed",
      "2:an option is not known or out of range"
    })
public final class LoopbackBench implements Callable<Integer> {
  private static final int MAX_SESSIONS = 256;
  private static final int MAX_REPETITIONS = 1000;
  private static final int MAX_MIB = 1 << 14;
  private static final int MAX_TRIPS = 1 << 24;
  // Two ends that each send more than a window before they receive wait for each other.
  private static final int MAX_IN_FLIGHT = Limits.DEFAULT.windowBytes();

  private static final List<Integer> SIZES = List.of(1 << 10, 1 << 14, 1 << 16, 1 << 20);
  private static final List<Integer> QUICK_SIZES = List.of(1 << 16);
  private static final List<Integer> SESSIONS = List.of(1, 8);
  private static final List<Integer> QUICK_SESSIONS = List.of(1);
  private static final Contest THOROUGH = new Contest(Duration.ofSeconds(4), 9);
  private static final Contest QUICK = new Contest(Duration.ofSeconds(2), 5);

  private static final int TRIP_BYTES = 1 << 10;
  // One message may fill a window of the mesh alone; with a second the first overlaps.
  private static final int LEAST_IN_FLIGHT = 2;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "This text.")
  private boolean help;

  @Option(
      names = "--quick",
      description = "One session, messages of 64 KiB and the round-trip: a minute.")
  private boolean quick;

  @Option(
      names = "--tls",
      paramLabel = "PROVIDER",
      description =
          "Whose TLS: jdk, openssl, both. Default: both, but jdk where OpenSSL cannot be loaded.")
  private String tls;

  @Option(
      names = "--bytes",
      paramLabel = "N",
      split = ",",
      description =
          "Payload of a message, 1 to 16777216. Default: 1024,16384,65536,1048576, quick 65536.")
  private List<Integer> sizes;

  @Option(
      names = "--sessions",
      paramLabel = "N",
      split = ",",
      description = "Sessions side by side, 1 to 256. Default: 1,8, quick 1.")
  private List<Integer> sessions;

  @Option(
      names = "--in-flight",
      paramLabel = "BYTES",
      defaultValue = "262144",
      description =
          "Most that one session has under way, 1 to 524288, but two messages at least."
              + " Default: ${DEFAULT-VALUE}.")
  private int inFlight;

  @Option(
      names = "--mib",
      paramLabel = "N",
      defaultValue = "128",
      description =
          "MiB that all sessions carry one way in a repetition, 1 to 16384."
              + " Default: ${DEFAULT-VALUE}.")
  private int mib;

  @Option(
      names = "--trips",
      paramLabel = "N",
      defaultValue = "5000",
      description = "Round-trips of a repetition, 1 to 16777216. Default: ${DEFAULT-VALUE}.")
  private int trips;

  @Option(
      names = "--repetitions",
      paramLabel = "N",
      description = "Repetitions that count, 1 to 1000. Default: 9, quick 5.")
  private Integer repetitions;

  @Option(
      names = "--warm-up-ms",
      hidden = true,
      description = "Least time that both run before it counts; for the test of this command.")
  private Integer warmUpMs;

  private LoopbackBench() {}

  /** Takes the options that {@code --help} describes. */
  public static void main(String[] arguments) {
    System.exit(command().execute(arguments));
  }

  static CommandLine command() {
    return BenchCommand.of(new LoopbackBench(), WrongEchoException.class);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<Integer> lengths = sizes != null ? sizes : quick ? QUICK_SIZES : SIZES;
    List<Integer> counts = sessions != null ? sessions : quick ? QUICK_SESSIONS : SESSIONS;
    Contest contest = quick ? QUICK : THOROUGH;
    if (repetitions != null) {
      contest = new Contest(contest.warmUp(), repetitions);
    }
    if (warmUpMs != null) {
      contest = new Contest(Duration.ofMillis(warmUpMs), contest.repetitions());
    }
    lengths.forEach(given -> requireRange("--bytes", given, Exchange.MAX_PAYLOAD_BYTES));
    counts.forEach(given -> requireRange("--sessions", given, MAX_SESSIONS));
    requireRange("--in-flight", inFlight, MAX_IN_FLIGHT);
    requireRange("--mib", mib, MAX_MIB);
    requireRange("--trips", trips, MAX_TRIPS);
    requireRange("--repetitions", contest.repetitions(), MAX_REPETITIONS);
    List<Provider> providers = chosenProviders();
    print(
        "# %s, %d MiB each way per repetition, %d bytes in flight per session, median of %d",
        Machine.description(), mib, inFlight, contest.repetitions());
    try (TemporaryCertificates certificates = new TemporaryCertificates()) {
      for (Provider provider : providers) {
        for (int count : counts) {
          compare(certificates, provider, count, lengths, contest);
        }
      }
    }
    return CommandLine.ExitCode.OK;
  }

  private List<Provider> chosenProviders() {
    if (tls == null) {
      return Provider.here();
    }
    List<Provider> chosen =
        switch (tls) {
          case "jdk" -> List.of(Provider.JDK);
          case "openssl" -> List.of(Provider.OPENSSL);
          case "both" -> List.of(Provider.values());
          default -> throw refused("--tls '%s' given, known are jdk, openssl, both".formatted(tls));
        };
    for (Provider provider : chosen) {
      provider
          .refusal()
          .ifPresent(
              reason -> {
                throw refused("--tls %s given, but %s".formatted(tls, reason));
              });
    }
    return chosen;
  }

  private void compare(
      TemporaryCertificates certificates,
      Provider provider,
      int count,
      List<Integer> lengths,
      Contest contest)
      throws IOException {
    try (MeshEcho mesh = new MeshEcho(certificates.get(), provider, count);
        BareEcho bare = new BareEcho(certificates.get(), provider, count)) {
      print("");
      print("# TLS by %s, %s, sessions: %d", provider, bare.cipher(), count);
      String setting = "tls=%s sessions=%d".formatted(provider, count);
      for (int bytes : lengths) {
        progress("throughput %s message_bytes=%d", setting, bytes);
        Load load = load(bytes, count);
        double megabytes = (double) bytes * load.messages() * count / 1e6;
        print(
            "measure=throughput %s message_bytes=%d %s",
            setting, bytes, contest.run(mesh, bare, load).throughput(megabytes));
      }
      if (count == 1) {
        progress("round-trip %s message_bytes=%d", setting, TRIP_BYTES);
        Load load = new Load(TRIP_BYTES, trips, 1);
        print(
            "measure=rtt %s message_bytes=%d %s",
            setting, TRIP_BYTES, contest.run(mesh, bare, load).roundTrip(trips));
      }
    }
  }

  private Load load(int bytes, int count) {
    long messages = ((long) mib << 20) / bytes / count;
    return new Load(
        bytes,
        (int) Math.max(1, Math.min(Integer.MAX_VALUE, messages)),
        Math.max(LEAST_IN_FLIGHT, inFlight / bytes));
  }

  private void print(String format, Object... arguments) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(String.format(Locale.ROOT, format, arguments));
    out.flush();
  }

  private void progress(String format, Object... arguments) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(String.format(Locale.ROOT, "measuring " + format + " ...", arguments));
    err.flush();
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
