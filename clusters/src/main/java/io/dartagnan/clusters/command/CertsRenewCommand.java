package io.dartagnan.clusters.command;

import io.dartagnan.clusters.certs.CertificateSet;
import io.dartagnan.clusters.certs.PartyStores;
import io.dartagnan.clusters.terminal.ExitCode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "renew",
    description = {
      "Begins a change of a party's key while everything runs.",
      "Makes the new key in a file of its own, adds its certificate to the three truststores, and"
          + " prints what to do next."
    },
    mixinStandardHelpOptions = true)
final class CertsRenewCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private PartyParameter named;

  @Mixin private CertificateSetOption certificates;

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "365",
      description = "How long the certificate is valid, 1 to 3650; default ${DEFAULT-VALUE}.")
  private int days;

  @Override
  public Integer call() {
    int party = named.required();
    CertificateSet set = certificates.set();
    Path fresh = set.renew(party, CertsCommand.requireDays(days), Instant.now());
    PartyStores own = set.parties().get(party);
    PrintWriter print = spec.commandLine().getOut();
    print.printf(
        "made %s; the truststores of %s accept it beside the one in use%n",
        fresh, certificates.dir());
    print.println("next:");
    print.println(
        "1. bring each truststore.p12 to every region server of its party; each takes it");
    print.println("   up by itself (its log: 'generation')");
    print.printf(
        "2. once all have, replace the key here and, likewise, on every region server of%n");
    print.printf("   party %d:%n", party);
    print.printf("   mv %s %s%n", fresh, own.keystore());
    print.println("3. once all have, and queries begun before have ended:");
    print.printf("   clusters/certs retire %d --dir %s%n", party, certificates.dir());
    print.println("   and bring the truststores to the region servers again");
    print.flush();
    return ExitCode.OK;
  }
}
