package io.dartagnan.clusters.command;

import io.dartagnan.clusters.certs.CertificateSet;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Option that names the set of certificates for a command of {@code clusters/certs}. */
final class CertificateSetOption {
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
