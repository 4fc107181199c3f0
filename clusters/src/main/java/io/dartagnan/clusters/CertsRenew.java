package io.dartagnan.clusters;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "renew",
    description = {
      "Begins a change of a party's key while everything runs.",
      "Makes the new key in a file of its own, adds its certificate to the three truststores, and"
          + " prints what to do next."
    },
    mixinStandardHelpOptions = true)
final class CertsRenew implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "PARTY", description = "Whose key: 0, 1 or 2.")
  private int party;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = "certs",
      description = "The set, as --out named it; default ${DEFAULT-VALUE}.")
  private Path dir;

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "365",
      description = "How long the certificate is valid, 1 to 3650; default ${DEFAULT-VALUE}.")
  private int days;

  @Override
  public Integer call() {
    CertificateSet set = CertificateSet.in(dir);
    Path fresh = set.renew(requireParty(party), Certs.requireDays(days), Instant.now());
    PartyStores own = set.parties().get(party);
    PrintWriter print = spec.commandLine().getOut();
    print.printf("made %s; the truststores of %s accept it beside the one in use%n", fresh, dir);
    print.println("next:");
    print.println(
        "1. bring each truststore.p12 to every region server of its party; each takes it");
    print.println("   up by itself (its log: 'generation')");
    print.printf("2. once all have, replace the key on every region server of party %d:%n", party);
    print.printf("   mv %s %s%n", fresh, own.keystore());
    print.println("3. once all have, and queries begun before have ended:");
    print.printf("   clusters/certs retire %d --dir %s%n", party, dir);
    print.println("   and bring the truststores to the region servers again");
    print.flush();
    return ExitCode.OK;
  }

  static int requireParty(int party) {
    if (party < 0 || party >= Role.CLOUDS.size()) {
      throw LocalException.usage("there is no party " + party + "; name 0, 1 or 2");
    }
    return party;
  }
}
