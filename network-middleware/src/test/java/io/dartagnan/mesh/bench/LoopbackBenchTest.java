package io.dartagnan.mesh.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mesh.NoLeaks;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@ExtendWith(NoLeaks.class)
@Tag("thorough")
class LoopbackBenchTest {
  private static final String SPREADS = " mesh_spread=N..N bare_spread=N..N";

  private record Outcome(int exitCode, String out, String err) {}

  @ParameterizedTest
  @ValueSource(strings = {"jdk", "openssl"})
  void theMeshIsComparedWithPlainNettyByMessageSizeAndRoundTrip(String tls) {
    Outcome outcome =
        run(
            "--quick",
            "--mib=1",
            "--trips=20",
            "--repetitions=2",
            "--warm-up-ms=100",
            "--sessions=1,3",
            "--tls=" + tls);
    assertThat(outcome.err).doesNotContain("error");
    assertThat(outcome.exitCode).isZero();
    String throughput =
        numbers(
            " message_bytes=65536 mesh_mb_s=N bare_mb_s=N ratio=N"
                + SPREADS
                + " mesh_cpu_s_gb=N bare_cpu_s_gb=N");
    String roundTrip =
        numbers(
            " message_bytes=1024 rtt_us=N bare_rtt_us=N"
                + SPREADS
                + " mesh_cpu_us=N bare_cpu_us=N");
    List<String> lines =
        outcome.out.lines().filter(line -> !line.isEmpty() && !line.startsWith("#")).toList();
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).matches("measure=throughput tls=" + tls + " sessions=1" + throughput);
    assertThat(lines.get(1)).matches("measure=rtt tls=" + tls + " sessions=1" + roundTrip);
    assertThat(lines.get(2)).matches("measure=throughput tls=" + tls + " sessions=3" + throughput);
    assertThat(outcome.out).contains("# TLS by " + tls + ", TLS_AES_");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--bytes=0 | --bytes 0 given, 1 to 16777216 is allowed",
        "--sessions=257 | --sessions 257 given, 1 to 256 is allowed",
        "--in-flight=524289 | --in-flight 524289 given, 1 to 524288 is allowed",
        "--tls=x | --tls 'x' given, known are jdk, openssl, both",
      })
  void anOptionOutOfRangeIsRefusedInOneSentence(String option, String reason) {
    Outcome outcome = run(option);
    assertThat(outcome.exitCode).isEqualTo(2);
    assertThat(outcome.out).isEmpty();
    assertThat(outcome.err).startsWith("error: ").contains(reason).hasLineCount(1);
  }

  /** The pattern of a line with numbers where it says N. */
  private static String numbers(String line) {
    return line.replace(".", "\\.").replace("N", "\\d+\\.\\d+");
  }

  private static Outcome run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command = LoopbackBench.command();
    command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    int exitCode = command.execute(arguments);
    return new Outcome(exitCode, out.toString(), err.toString());
  }
}
