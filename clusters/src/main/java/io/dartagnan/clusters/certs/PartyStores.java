package io.dartagnan.clusters.certs;

import io.dartagnan.clusters.files.PasswordFile;
import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.provisioning.SelfSignedKey;
import io.dartagnan.provisioning.Site;
import io.dartagnan.provisioning.Site.Stores;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Stores of one party: its own key, the certificates of all three, and the password of both.
 *
 * @param party 0 to 2
 * @param folder {@code keystore.p12}, {@code truststore.p12} and {@code password} are in it
 */
public record PartyStores(int party, Path folder) {
  public Path keystore() {
    return folder.resolve("keystore.p12");
  }

  public Path truststore() {
    return folder.resolve("truststore.p12");
  }

  public PasswordFile storePassword() {
    return new PasswordFile(folder.resolve("password"), "clusters/certs");
  }

  /** Alias of its key, with which the alias of every pin begins. */
  public String alias() {
    return "party-" + party;
  }

  List<Path> files() {
    return List.of(keystore(), truststore(), storePassword().file());
  }

  boolean isComplete() {
    return files().stream().allMatch(Files::exists);
  }

  public String password() {
    return storePassword().read();
  }

  /** The settings by which a cloud's mesh finds all this. */
  public Map<String, String> settings() {
    return new Site().meshStores(Stores.in(folder.toString(), password())).settings();
  }

  /** The keystores of renewed keys that have not replaced {@code keystore.p12} yet. */
  public List<Path> renewed() {
    try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "keystore-*.p12")) {
      List<Path> renewed = new ArrayList<>();
      found.forEach(renewed::add);
      Collections.sort(renewed);
      return renewed;
    } catch (IOException | DirectoryIteratorException e) {
      throw CommandException.failure("cannot read " + folder, e);
    }
  }

  /** The certificate of the only key in a keystore of this party. */
  public X509Certificate certificate(Path keystore) {
    return key(keystore).getValue();
  }

  /** The same, with the alias of the key. */
  public Map.Entry<String, X509Certificate> key(Path keystore) {
    Map<String, X509Certificate> all = store(keystore).certificates();
    if (all.size() > 1) {
      throw CommandException.failure(
          "%s holds %s, leave the one to use".formatted(keystore, all.keySet()));
    }
    return all.entrySet().iterator().next();
  }

  /** The certificates this party accepts, by alias. */
  public Map<String, X509Certificate> pins() {
    return store(truststore()).certificates();
  }

  private StoreFile store(Path file) {
    return new StoreFile(file, storePassword());
  }

  /**
   * Makes a key in a keystore of its own.
   *
   * @return its certificate
   */
  X509Certificate makeKey(Path keystore, String alias, int days) {
    SelfSignedKey key = SelfSignedKey.make(alias, Duration.ofDays(days), List.of());
    store(keystore).hold(key);
    return key.certificate();
  }

  /** Accepts these certificates and no others. */
  public void pin(Map<String, X509Certificate> certificates) {
    store(truststore()).hold(certificates);
  }
}
