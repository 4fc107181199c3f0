package io.dartagnan.clusters.command;

import com.github.freva.asciitable.AsciiTable;
import io.dartagnan.clusters.certs.CertificateSet;
import io.dartagnan.clusters.certs.PartyStores;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.clusters.terminal.ExitCode;
import io.dartagnan.server.ServerKeys;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
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
    subcommands = {CertsCommand.Renew.class, CertsCommand.Retire.class, CertsCommand.Show.class},
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

  @Command(
      name = "renew",
      description = {
        "Begins a change of a party's key while everything runs.",
        "Makes the new key in a file of its own, adds its certificate to the three truststores, and"
            + " prints what to do next."
      },
      mixinStandardHelpOptions = true)
  static final class Renew implements Callable<Integer> {
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

  @Command(
      name = "retire",
      description = {
        "Ends a change of a party's key.",
        "Takes every certificate of the party but the one in its keystore.p12 out of the three"
            + " truststores."
      },
      mixinStandardHelpOptions = true)
  static final class Retire implements Callable<Integer> {
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

  @Command(
      name = "show",
      description = "Shows every certificate of the set: whose, who accepts it, and until when.",
      mixinStandardHelpOptions = true)
  static final class Show implements Callable<Integer> {
    private static final String[] HEADER = {
      "alias", "key in use", "accepted by", "valid until", "days left", "SHA-256 of the certificate"
    };

    @Spec private CommandSpec spec;

    @Mixin private CertificateSetOption certificates;

    @Override
    public Integer call() {
      CertificateSet set = certificates.set();
      set.requireComplete();
      List<Map<String, X509Certificate>> pins =
          set.parties().stream().map(PartyStores::pins).toList();
      List<Map.Entry<String, X509Certificate>> keys =
          set.parties().stream().map(each -> each.key(each.keystore())).toList();
      // By certificate: the truststores may not mean the same by one alias.
      Map<X509Certificate, String> all = new HashMap<>();
      pins.forEach(each -> each.forEach((alias, pinned) -> all.putIfAbsent(pinned, alias)));
      keys.forEach(each -> all.putIfAbsent(each.getValue(), each.getKey()));
      Set<X509Certificate> used =
          keys.stream().map(Map.Entry::getValue).collect(Collectors.toUnmodifiableSet());
      List<String[]> rows = new ArrayList<>();
      all.entrySet().stream()
          .sorted(
              Map.Entry.<X509Certificate, String>comparingByValue()
                  .thenComparing(each -> each.getKey().getNotAfter()))
          .forEach(
              each ->
                  rows.add(
                      row(each.getValue(), each.getKey(), used, acceptedBy(each.getKey(), pins))));
      PrintWriter print = spec.commandLine().getOut();
      print.println(AsciiTable.getTable(HEADER, rows.toArray(String[][]::new)));
      print.flush();
      return ExitCode.OK;
    }

    private static String acceptedBy(
        X509Certificate certificate, List<Map<String, X509Certificate>> pins) {
      String parties =
          IntStream.range(0, pins.size())
              .filter(party -> pins.get(party).containsValue(certificate))
              .mapToObj(Integer::toString)
              .collect(Collectors.joining(" "));
      return parties.isEmpty() ? "nobody" : parties;
    }

    private static String[] row(
        String alias, X509Certificate certificate, Set<X509Certificate> used, String acceptedBy) {
      Instant end = certificate.getNotAfter().toInstant();
      Duration left = Duration.between(Instant.now(), end);
      return new String[] {
        alias,
        used.contains(certificate) ? "yes" : "no",
        acceptedBy,
        end.toString(),
        left.isNegative() ? "over" : Long.toString(left.toDays()),
        fingerprint(certificate)
      };
    }

    private static String fingerprint(X509Certificate certificate) {
      try {
        return HexFormat.of()
            .formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
      } catch (NoSuchAlgorithmException | CertificateEncodingException e) {
        throw new IllegalStateException("every JDK has SHA-256 and encodes what it read", e);
      }
    }
  }

  /** Option that names the set of certificates for a command of {@code clusters/certs}. */
  private static final class CertificateSetOption {
    @Option(
        names = "--dir",
        paramLabel = "DIR",
        defaultValue = "certs",
        description = "The set, as --out named it; default ${DEFAULT-VALUE}.")
    private Path dir;

    Path dir() {
      return dir;
    }

    CertificateSet set() {
      return CertificateSet.in(dir);
    }
  }

  /** Parameter that names the party for a command of {@code clusters/certs}. */
  private static final class PartyParameter {
    @Parameters(paramLabel = "PARTY", description = "Whose: 0, 1 or 2.")
    private int party;

    /** The party, refused if there is none of that number. */
    int required() {
      if (party < 0 || party >= Role.CLOUDS.size()) {
        throw CommandException.usage("there is no party " + party + "; name 0, 1 or 2");
      }
      return party;
    }
  }
}
