package io.dartagnan.clusters;

import com.github.freva.asciitable.AsciiTable;
import java.io.PrintWriter;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "show",
    description = "Shows every certificate of the set: whose, until when, and who accepts it.",
    mixinStandardHelpOptions = true)
final class CertsShow implements Callable<Integer> {
  private static final String[] HEADER = {
    "alias", "key in use", "accepted by", "valid until", "SHA-256 of the certificate"
  };

  @Spec private CommandSpec spec;

  @Mixin private CertificateSetOption certificates;

  @Override
  public Integer call() {
    CertificateSet set = certificates.set();
    set.requireComplete();
    Map<String, X509Certificate> all = new TreeMap<>();
    set.parties().forEach(each -> all.putAll(each.pins()));
    List<String[]> rows = new ArrayList<>();
    all.forEach((alias, certificate) -> rows.add(row(set, alias, certificate)));
    PrintWriter print = spec.commandLine().getOut();
    print.println(AsciiTable.getTable(HEADER, rows.toArray(String[][]::new)));
    print.flush();
    return ExitCode.OK;
  }

  private static String[] row(CertificateSet set, String alias, X509Certificate certificate) {
    boolean used =
        set.parties().stream()
            .anyMatch(each -> certificate.equals(each.certificate(each.keystore())));
    String acceptedBy =
        set.parties().stream()
            .filter(each -> each.pins().containsValue(certificate))
            .map(each -> Integer.toString(each.party()))
            .collect(Collectors.joining(" "));
    Instant end = certificate.getNotAfter().toInstant();
    return new String[] {
      alias,
      used ? "yes" : "no",
      acceptedBy,
      end + (Instant.now().isAfter(end) ? " (over)" : ""),
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
