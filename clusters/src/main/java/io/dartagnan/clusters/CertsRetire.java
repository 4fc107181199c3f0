package io.dartagnan.clusters;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "retire",
    description = {
      "Ends a change of a party's key.",
      "Takes every certificate of the party but the one in its keystore.p12 out of the three"
          + " truststores."
    },
    mixinStandardHelpOptions = true)
final class CertsRetire implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "PARTY", description = "Whose certificates: 0, 1 or 2.")
  private int party;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = "certs",
      description = "The set, as --out named it; default ${DEFAULT-VALUE}.")
  private Path dir;

  @Override
  public Integer call() {
    List<String> removed = CertificateSet.in(dir).retire(CertsRenew.requireParty(party));
    PrintWriter print = spec.commandLine().getOut();
    print.println(
        removed.isEmpty()
            ? "party " + party + " has no other certificate; nothing was changed"
            : "no longer accepted: " + String.join(", ", removed));
    print.flush();
    return ExitCode.OK;
  }
}
