package io.dartagnan.mesh.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

@Tag("thorough")
class MeshBenchTest {

  @Test
  void protocolsAreMeasuredOverTheMeshWithRightResults() {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command = MeshBench.command();
    command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    int exitCode =
        command.execute(
            "--quick",
            "--exchange=tls",
            "--suite=araki",
            "--op=equal-revealed",
            "--sharing=additive,replicated-xor",
            "--lanes=1000",
            "--batch=300");
    assertThat(err.toString()).isEmpty();
    assertThat(exitCode).isZero();
    assertThat(out.toString())
        .contains(
            "reference=transfer exchange=tls",
            "op=equal-revealed sharing=additive exchange=tls lanes=1000",
            "op=equal-revealed sharing=replicated-xor exchange=tls lanes=1000");
  }
}
