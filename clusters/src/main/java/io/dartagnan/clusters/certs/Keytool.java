package io.dartagnan.clusters.certs;

import io.dartagnan.clusters.terminal.CommandException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One run of the JDK's keytool that makes a key with a self-signed certificate. */
final class Keytool implements AutoCloseable {
  private static final String PASSWORD_VARIABLE = "DARTAGNAN_TLS_PASSWORD";
  private static final int PATIENCE_SECONDS = 60;

  private final Process process;

  /**
   * Starts it.
   *
   * @param keystore a PKCS12 file that is not there yet
   * @param password of the keystore and the key
   * @param days for how long from now on the certificate is valid; it begins a day ago, since
   *     clocks differ
   */
  Keytool(Path keystore, String alias, String password, int days) throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            alias,
            "-keyalg",
            "EC",
            "-groupname",
            "secp256r1",
            "-sigalg",
            "SHA256withECDSA",
            "-dname",
            "CN=" + alias + ", O=d'Artagnan development",
            "-startdate",
            "-1d",
            "-validity",
            Integer.toString(days + 1),
            "-storetype",
            PartyStores.TYPE,
            "-keystore",
            keystore.toString(),
            // Through the environment: a command line can be read by every user of the machine.
            "-storepass:env",
            PASSWORD_VARIABLE);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put(PASSWORD_VARIABLE, password);
    process = builder.start();
  }

  /** Waits until the keystore is there. */
  void await() throws IOException {
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw CommandException.failure("keytool did not end within " + PATIENCE_SECONDS + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandException.failure("interrupted", e);
    }
    if (process.exitValue() != 0) {
      String said =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      throw CommandException.failure("keytool failed: " + said);
    }
  }

  @Override
  public void close() {
    process.destroy();
  }
}
