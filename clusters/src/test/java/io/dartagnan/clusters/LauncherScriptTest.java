package io.dartagnan.clusters;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The part that all scripts share, in a checkout where Maven and Java are scripts of this test. */
class LauncherScriptTest {
  private static final List<String> MODULES =
      List.of(
          "mpc-library",
          "network-middleware",
          "discovery",
          "table-model",
          "safe-client",
          "safe-server-coprocessor",
          "provisioning",
          "command-line",
          "clusters/gateways",
          "clusters");

  private static final String MAVEN =
      """
      #!/bin/sh
      for module in safe-client command-line clusters; do
        mkdir -p $module/target
        echo dependencies.jar > $module/target/runtime.classpath
        touch $module/target/$module-1.0-SNAPSHOT.jar
      done
      mkdir -p safe-server-coprocessor/target clusters/gateways/target
      touch clusters/gateways/target/gateways.classpath
      touch safe-server-coprocessor/target/hbase.classpath
      touch safe-server-coprocessor/target/safe-server-coprocessor-1.0-SNAPSHOT-cloud.jar
      """;

  private static final String JAVA =
      """
      #!/bin/sh
      case "$1" in -version) echo 'openjdk version "17.0.1"' >&2 ;; *) printf '%s\\n' "$@" ;; esac
      """;

  private record Run(int exitCode, String out, String err) {}

  @TempDir private Path checkout;
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void makeACheckout() throws IOException {
    Files.writeString(checkout.resolve("pom.xml"), "<project/>");
    for (String module : MODULES) {
      Files.createDirectories(checkout.resolve(module).resolve("src/main/java"));
      Files.writeString(checkout.resolve(module).resolve("pom.xml"), "<project/>");
    }
    for (String script :
        List.of(".launcher.sh", ".interruptible.sh", "certs", "local", "dartagnan")) {
      Files.copy(
          Path.of(script),
          checkout.resolve("clusters").resolve(script),
          StandardCopyOption.COPY_ATTRIBUTES);
    }
    script(checkout.resolve("mvnw"), MAVEN);
    script(checkout.resolve("jdk/bin/java"), JAVA);
    environment.put("JAVA_HOME", checkout.resolve("jdk").toString());
  }

  private static void script(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Run run(String script, String... arguments) throws Exception {
    Path out = Files.createTempFile(checkout, "run", ".out");
    Path err = Files.createTempFile(checkout, "run", ".err");
    ProcessBuilder builder =
        new ProcessBuilder(checkout.resolve("clusters").resolve(script).toString())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.command().addAll(List.of(arguments));
    builder.environment().keySet().removeIf(name -> name.startsWith("DARTAGNAN_"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return new Run(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  /**
   * The program with the script's name and arguments, and the jar whose version no script knows.
   */
  private static void launched(Run run, String... arguments) {
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out().lines().toList())
        .contains("io.dartagnan.clusters.command.Program")
        .endsWith(arguments)
        .anyMatch(
            line -> line.endsWith("clusters/target/clusters-1.0-SNAPSHOT.jar:dependencies.jar"));
  }

  @Test
  void aBuildSaysWhyItIsNeeded() throws Exception {
    Run first = run("certs", "show", "--dir", "two words");
    launched(first, "certs", "show", "--dir", "two words");
    assertThat(first.err())
        .isEqualTo("building d'Artagnan (for the first time: a few minutes) ...\n");

    Run second = run("certs");
    launched(second, "certs");
    assertThat(second.err()).isEmpty();

    Path source = checkout.resolve("discovery/src/main/java/Changed.java");
    Files.writeString(source, "");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(2)));
    Run third = run("certs");
    launched(third, "certs");
    assertThat(third.err())
        .isEqualTo("building d'Artagnan (discovery/src/main/java/Changed.java has changed) ...\n");
  }

  @Test
  void anArtefactThatIsMissingIsNamedAndBuilt() throws Exception {
    run("certs");
    Files.delete(checkout.resolve("command-line/target/command-line-1.0-SNAPSHOT.jar"));

    assertThat(run("certs").err())
        .isEqualTo("building d'Artagnan (the jar of command-line is missing) ...\n");
  }

  @Test
  void theNewestJarIsTaken() throws Exception {
    run("certs");
    Path old = Files.createFile(checkout.resolve("clusters/target/clusters-0.9.jar"));
    Files.setLastModifiedTime(old, FileTime.from(Instant.now().minusSeconds(60)));

    launched(run("certs"), "certs");
  }

  @Test
  void aCallerThatIsTheBuildItselfForbidsBuilding() throws Exception {
    environment.put("DARTAGNAN_BUILD", "never");

    Run run = run("certs");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .isEqualTo(
            "error: the jar of safe-client is missing and DARTAGNAN_BUILD=never forbids building"
                + " it; run ./mvnw package\n");
  }

  @Test
  void aFailedBuildShowsItsEnd() throws Exception {
    script(checkout.resolve("mvnw"), "#!/bin/sh\necho broken code\nexit 1\n");

    Run run = run("certs");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("broken code\nerror: the build failed; its log is ");
  }

  @Test
  void whatNeedsNoBuildDoesNotWaitForOne() throws Exception {
    assertThat(run("local", "status").exitCode()).isEqualTo(3);
    assertThat(run("local", "down").exitCode()).isZero();
    assertThat(run("local", "env").exitCode()).isEqualTo(1);
    assertThat(run("dartagnan", "tables").err()).startsWith("error: nothing is up in ");
    assertThat(checkout.resolve("clusters/target")).doesNotExist();
  }

  @Test
  void theCommandLinesOwnFolderCountsBeforeTheVariableAndNeedsNothingUp() throws Exception {
    environment.put("DARTAGNAN_CONF", "/of/the/variable");
    assertThat(run("dartagnan", "tables").out().lines()).contains("--conf=/of/the/variable", "--");

    for (Run run :
        List.of(
            run("dartagnan", "tables", "--conf", "/two words"),
            run("dartagnan", "tables", "--conf=/two words"))) {
      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(run.out().lines())
          .contains("--conf=/two words", "--", "tables")
          .doesNotContain("--conf=/of/the/variable");
    }
  }

  @Test
  void aWrongEnvironmentIsRefused() throws Exception {
    environment.put("DARTAGNAN_BUILD", "sometimes");
    assertThat(run("local", "status").exitCode()).isEqualTo(2);

    environment.put("DARTAGNAN_BUILD", "auto");
    script(checkout.resolve("jdk/bin/java"), "#!/bin/sh\necho 'java version \"1.8.0_292\"' >&2\n");
    assertThat(run("local", "status").err()).contains("is Java 8; version 17 or later is needed");
  }
}
