package io.dartagnan.cli.doctor;

import io.dartagnan.cli.cloud.CloudsOption;
import io.dartagnan.cli.doctor.Check.Finding;
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
      "What could not be looked at is said, and is no finding."
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
    Gathering gathering = new Gathering(connection.ofThree("doctor"));
    Facts client = gathering.ofTheClient();
    List<Finding> found = new ArrayList<>(tell(Check.OF_THE_CLIENT, client));
    if (found.stream().anyMatch(Finding::keepsFromTheClouds)) {
      return end(
          found, "; the clouds were not looked at, since the configuration does not lead to them");
    }
    Facts all = gathering.ofAll();
    found.addAll(tell(Check.OF_THE_CLOUDS, all));
    boolean everything =
        all.silent().isEmpty()
            && Check.OF_THE_CLOUDS.stream().allMatch(check -> check.unseen().apply(all).isEmpty());
    return end(found, everything ? "" : "; not everything could be looked at");
  }

  private List<Finding> tell(List<Check> checks, Facts facts) {
    List<Finding> all = new ArrayList<>();
    for (Check check : checks) {
      List<Finding> findings = check.findings(facts);
      List<String> unseen = check.unseen().apply(facts);
      all.addAll(findings);
      if (output.isJson()) {
        tellJson(check, facts, findings, unseen);
      } else {
        tellText(check, facts, findings, unseen);
      }
    }
    return all;
  }

  private void tellJson(Check check, Facts facts, List<Finding> findings, List<String> unseen) {
    PrintWriter out = spec.commandLine().getOut();
    if (findings.isEmpty() && unseen.isEmpty()) {
      out.println(
          new JsonLine()
              .with("check", check.name())
              .with("ok", true)
              .with("seen", check.seen(facts)));
    }
    findings.forEach(finding -> out.println(finding.json()));
    if (!unseen.isEmpty()) {
      out.println(
          new JsonLine().with("check", check.name()).with("ok", null).with("unseen", unseen));
    }
  }

  private void tellText(Check check, Facts facts, List<Finding> findings, List<String> unseen) {
    PrintWriter out = spec.commandLine().getOut();
    if (findings.isEmpty() && unseen.isEmpty()) {
      out.printf("ok     %-14s %s%n", check.name(), check.seen(facts));
    }
    findings.forEach(finding -> out.printf("WRONG  %-14s %s%n", check.name(), finding.text()));
    if (!unseen.isEmpty()) {
      out.printf("UNSEEN %-14s %s%n", check.name(), String.join("; ", unseen));
    }
  }

  private int end(List<Finding> found, String unseen) {
    PrintWriter comments =
        output.isJson() ? spec.commandLine().getErr() : spec.commandLine().getOut();
    comments.println(
        (found.isEmpty()
                ? "nothing was found"
                : found.size() + (found.size() == 1 ? " thing" : " things") + " found")
            + unseen);
    return found.isEmpty() ? 0 : FOUND;
  }
}
