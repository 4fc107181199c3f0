package io.dartagnan.ycsb.report.result;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.dartagnan.ycsb.report.plan.SittingSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.util.VersionInfo;

/**
 * Circumstances of a sitting, kept beside its results: whoever continues it needs the same.
 *
 * @param begun date and time at which it began, ISO 8601
 * @param command that began it
 */
public record SittingRecord(
    String begun, String command, SittingSettings settings, Machine machine) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * The record of a file, which is written if it is not there.
   *
   * @throws IllegalArgumentException if a sitting of other settings, or of another build or
   *     machine, was begun there
   */
  public static SittingRecord begunOrContinued(Path file, SittingRecord now) throws IOException {
    if (!Files.exists(file)) {
      JSON.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), now);
      return now;
    }
    SittingRecord begun = JSON.readValue(file.toFile(), SittingRecord.class);
    List<String> differences = new ArrayList<>();
    if (!begun.settings().equals(now.settings())) {
      differences.add(
          "its settings were %s, and are %s".formatted(begun.settings(), now.settings()));
    }
    if (!begun.machine().equals(now.machine())) {
      differences.add("it was on %s, and this is %s".formatted(begun.machine(), now.machine()));
    }
    if (!differences.isEmpty()) {
      throw new IllegalArgumentException(
          "%s has a sitting that was begun with '%s' and cannot be continued: %s; name another folder with --out, or remove that one"
              .formatted(file.getParent(), begun.command(), String.join("; ", differences)));
    }
    return begun;
  }

  /**
   * Machine and software of a sitting.
   *
   * @param processor model
   * @param processors that the JVM sees
   * @param memoryGiB of the machine
   * @param system name and version of the operating system
   * @param java version and vendor
   * @param hbase version
   * @param commit of this repository, with {@code +changes} where files differ from it; {@code
   *     unknown} outside of one
   */
  public record Machine(
      String processor,
      int processors,
      double memoryGiB,
      String system,
      String java,
      String hbase,
      String commit) {

    private static final Pattern MODEL = Pattern.compile("(?m)^model name\\s*:\\s*(.+)$");
    private static final Pattern MEMORY = Pattern.compile("(?m)^MemTotal:\\s*(\\d+) kB$");
    private static final double KIB_PER_GIB = 1 << 20;

    /** This machine, and the build of a checkout. */
    public static Machine of(Path checkout) throws InterruptedException {
      return new Machine(
          found(Path.of("/proc/cpuinfo"), MODEL).orElse(System.getProperty("os.arch")),
          Runtime.getRuntime().availableProcessors(),
          found(Path.of("/proc/meminfo"), MEMORY)
              .map(kib -> Math.round(Double.parseDouble(kib) / KIB_PER_GIB * 10) / 10.0)
              .orElse(0.0),
          System.getProperty("os.name") + " " + System.getProperty("os.version"),
          System.getProperty("java.runtime.version") + ", " + System.getProperty("java.vendor"),
          VersionInfo.getVersion(),
          commit(checkout));
    }

    private static Optional<String> found(Path file, Pattern pattern) {
      try {
        Matcher matcher = pattern.matcher(Files.readString(file));
        return matcher.find() ? Optional.of(matcher.group(1).strip()) : Optional.empty();
      } catch (IOException e) {
        return Optional.empty();
      }
    }

    private static String commit(Path checkout) throws InterruptedException {
      Optional<String> head = git(checkout, "rev-parse", "--short=12", "HEAD");
      Optional<String> changes = git(checkout, "status", "--porcelain", "--untracked-files=no");
      return head.map(
              commit -> commit + changes.filter(c -> !c.isEmpty()).map(c -> "+changes").orElse(""))
          .orElse("unknown");
    }

    private static Optional<String> git(Path checkout, String... arguments)
        throws InterruptedException {
      try {
        String[] command = new String[arguments.length + 3];
        command[0] = "git";
        command[1] = "-C";
        command[2] = checkout.toString();
        System.arraycopy(arguments, 0, command, 3, arguments.length);
        Process git =
            new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        git.getOutputStream().close();
        String printed = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return git.waitFor() == 0 ? Optional.of(printed.strip()) : Optional.empty();
      } catch (IOException e) {
        return Optional.empty();
      }
    }
  }
}
