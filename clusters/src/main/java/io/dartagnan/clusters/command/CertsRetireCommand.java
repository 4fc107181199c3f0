package io.dartagnan.clusters.command;

import io.dartagnan.clusters.terminal.ExitCode;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "retire",
    description = {
      "Ends a change of a party's key.",
      "Takes every certificate of the party but the one in its keystore.p12 out of the three"
          + " truststores."
    },
    mixinStandardHelpOptions = true)
final class CertsRetireCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private PartyParameter named;

  @Mixin private CertificateSetOption certificates;

  @Override
  public Integer call() {
    int party = named.required();
    List<String> removed = certificates.set().retire(party);
    PrintWriter print = spec.commandLine().getOut();
    print.println(
        removed.isEmpty()
            ? "party " + party + " has no other certificate; nothing was changed"
            : "no longer accepted: " + String.join(", ", removed));
    print.flush();
    return ExitCode.OK;
  }
}
