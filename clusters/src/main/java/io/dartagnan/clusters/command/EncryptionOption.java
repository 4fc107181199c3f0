package io.dartagnan.clusters.command;

import picocli.CommandLine.Option;

/** Option of a command that brings clusters up: whether clients reach them over TLS. */
final class EncryptionOption {
  @Option(
      names = "--unencrypted",
      description =
          "Leaves HBase's own TLS off on all clusters alike, and that of Redis: whoever reads the lines of a client to"
              + " all three clouds has every value. It is on otherwise, and clusters let in only who"
              + " has their clients' key.")
  private boolean unencrypted;

  boolean encrypted() {
    return !unencrypted;
  }
}
