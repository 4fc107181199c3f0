package io.dartagnan.clusters.command;

import com.github.freva.asciitable.AsciiTable;
import io.dartagnan.clusters.certs.CertificateSet;
import io.dartagnan.clusters.certs.PartyStores;
import io.dartagnan.clusters.terminal.ExitCode;
import java.io.PrintWriter;
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
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "show",
    description = "Shows every certificate of the set: whose, who accepts it, and until when.",
    mixinStandardHelpOptions = true)
final class CertsShowCommand implements Callable<Integer> {
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
