package io.dartagnan.clusters.command;

import io.dartagnan.clusters.certs.CertificateSet;
import io.dartagnan.clusters.certs.PartyStores;
import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.clusters.terminal.ExitCode;
import io.dartagnan.server.ServerKeys;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** Command line behind {@code clusters/certs}. */
@Command(
    name = "clusters/certs",
    description =
        "Makes keys and self-signed certificates for the mesh of three clouds: a folder per party"
            + " with its key, the certificates of all three, and the password of both. For"
            + " development: keys that protect data are made where they are used.",
    subcommands = {CertsRenewCommand.class, CertsRetireCommand.class, CertsShowCommand.class},
    mixinStandardHelpOptions = true,
    versionProvider = Program.Version.class,
    synopsisSubcommandLabel = "[COMMAND]",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:it failed; one sentence on standard error says why",
      "2:it was called wrongly"
    })
final class CertsCommand extends ReportingCommand implements Callable<Integer> {
  private static final int MAX_DAYS = 3650;

  @Spec private CommandSpec spec;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "certs",
      description = "Where to make it; default ${DEFAULT-VALUE}.")
  private Path out;

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "365",
      description = "How long the certificates are valid, 1 to 3650; default ${DEFAULT-VALUE}.")
  private int days;

  @Option(
      names = "--force",
      description = "Replaces a set that is there; meshes that use it no longer reach each other.")
  private boolean force;

  private CertsCommand() {}

  static CommandLine commandLine() {
    CommandLine commandLine = new CertsCommand().asCommandLine();
    commandLine.setExecutionStrategy(
        parsed -> {
          refuseUnreached(parsed);
          return new CommandLine.RunLast().execute(parsed);
        });
    return commandLine;
  }

  /** An option before a subcommand would count for nothing. */
  private static void refuseUnreached(ParseResult parsed) {
    if (!parsed.hasSubcommand()) {
      return;
    }
    for (OptionSpec option : parsed.matchedOptions()) {
      if (option.scopeType() == ScopeType.LOCAL && !option.usageHelp() && !option.versionHelp()) {
        throw new ParameterException(
            parsed.commandSpec().commandLine(),
            "%s is given before '%s', which takes its options behind it"
                .formatted(option.longestName(), parsed.subcommand().commandSpec().name()));
      }
    }
  }

  static int requireDays(int days) {
    if (days < 1 || days > MAX_DAYS) {
      throw CommandException.usage("--days " + days + " given, 1 to " + MAX_DAYS + " is allowed");
    }
    return days;
  }

  @Override
  public Integer call() {
    requireDays(days);
    CertificateSet set = CertificateSet.in(out);
    List<Path> existing = set.existing();
    if (!existing.isEmpty() && !force) {
      throw CommandException.failure(
          existing.get(0)
              + " is there already; name another folder with --out, or replace the set with --force");
    }
    set.make(days);
    PrintWriter print = spec.commandLine().getOut();
    for (PartyStores party : set.parties()) {
      print.printf("# hbase-site.xml of every region server of party %d%n", party.party());
      print.printf("%s=%d%n", ServerKeys.PARTY, party.party());
      party
          .settings()
          .forEach(
              (key, value) ->
                  print.printf(
                      "%s=%s%n",
                      key,
                      key.endsWith(".password")
                          ? "(the line in " + party.storePassword().file() + ")"
                          : value));
      print.println();
    }
    print.printf("Give each cloud its own folder of %s only.%n", out);
    print.flush();
    return ExitCode.OK;
  }
}
