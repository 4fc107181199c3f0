package io.dartagnan.cli.doctor;

import io.dartagnan.cli.cloud.CloudsOption;
import io.dartagnan.cli.terminal.JsonLine;
import io.dartagnan.cli.terminal.OutputOption;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Says what is wrong with the configuration and the clouds, and how to mend it. */
@Command(
    name = "doctor",
    description = {
      "Say what is wrong with the client's configuration and the three clouds, and how to mend it.",
      "It ends with 0 when nothing was found and with 3 otherwise. It reads, and changes nothing.",
      "It does not look at " + Checks.NOT_YET + " yet."
    },
    mixinStandardHelpOptions = true)
public final class DoctorCommand implements Callable<Integer> {

  /** Exit code when something was found. */
  public static final int FOUND = 3;

  @Spec private CommandSpec spec;
  @Mixin private OutputOption output;
  @Mixin private CloudsOption connection;

  @Override
  public Integer call() throws InterruptedException {
    Gathering gathering = new Gathering(connection.configuration());
    Facts client = gathering.ofTheClient();
    List<Finding> found = new ArrayList<>(tell(Checks.OF_THE_CLIENT, client));
    if (found.stream().anyMatch(Finding::keepsFromTheClouds)) {
      return end(found, true);
    }
    found.addAll(tell(Checks.OF_THE_CLOUDS, gathering.ofAll()));
    return end(found, false);
  }

  private List<Finding> tell(List<Check> checks, Facts facts) {
    PrintWriter out = spec.commandLine().getOut();
    List<Finding> all = new ArrayList<>();
    for (Check check : checks) {
      List<Finding> findings = check.findings(facts);
      all.addAll(findings);
      if (output.isJson()) {
        if (findings.isEmpty()) {
          out.println(
              new JsonLine()
                  .with("check", check.name())
                  .with("ok", true)
                  .with("seen", check.looksAt()));
        }
        findings.forEach(finding -> out.println(finding.json()));
      } else {
        if (findings.isEmpty()) {
          out.printf("ok     %-14s %s%n", check.name(), check.looksAt());
        }
        findings.forEach(finding -> out.printf("WRONG  %-14s %s%n", check.name(), finding.text()));
      }
    }
    return all;
  }

  private int end(List<Finding> found, boolean early) {
    PrintWriter comments =
        output.isJson() ? spec.commandLine().getErr() : spec.commandLine().getOut();
    comments.println(
        (found.isEmpty()
                ? "nothing was found"
                : found.size() + (found.size() == 1 ? " thing" : " things") + " found")
            + (early
                ? "; the clouds were not looked at, since the configuration does not lead to them"
                : "; not looked at: " + Checks.NOT_YET));
    return found.isEmpty() ? 0 : FOUND;
  }
}
