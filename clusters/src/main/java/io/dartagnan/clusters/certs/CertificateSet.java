package io.dartagnan.clusters.certs;

import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.terminal.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Set of self-signed certificates for the mesh of three clouds, one key for each party.
 *
 * <p>Each party's folder holds its own key ({@code keystore.p12}, alias {@code party-<i>}), the
 * certificates of all three ({@code truststore.p12}) and the password of both, readable by the
 * owner only. No party's folder holds another's key. For development: keys that protect data are
 * made where they are used.
 */
public final class CertificateSet {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss").withZone(ZoneOffset.UTC);

  private final List<PartyStores> parties;

  CertificateSet(List<PartyStores> parties) {
    this.parties = List.copyOf(parties);
  }

  /** In the folders {@code party-0} to {@code party-2} of this one. */
  public static CertificateSet in(Path folder) {
    Path absolute = folder.toAbsolutePath().normalize();
    List<PartyStores> parties = new ArrayList<>();
    for (int party = 0; party < Role.CLOUDS.size(); party++) {
      parties.add(new PartyStores(party, absolute.resolve("party-" + party)));
    }
    return new CertificateSet(parties);
  }

  public List<PartyStores> parties() {
    return parties;
  }

  boolean isComplete() {
    return parties.stream().allMatch(PartyStores::isComplete);
  }

  /** The files of it that are there. */
  public List<Path> existing() {
    return parties.stream().flatMap(each -> each.files().stream()).filter(Files::exists).toList();
  }

  /** Makes the whole set anew; a set that was there is gone. */
  public void make(int days) {
    try {
      Map<String, X509Certificate> certificates = new TreeMap<>();
      for (PartyStores each : parties) {
        each.storePassword().make();
        Files.deleteIfExists(each.truststore());
        for (Path renewed : each.renewed()) {
          Files.delete(renewed);
        }
        certificates.put(each.alias(), each.makeKey(each.keystore(), each.alias(), days));
      }
      parties.forEach(each -> each.pin(certificates));
    } catch (IOException e) {
      throw CommandException.failure("cannot make the certificates", e);
    }
  }

  /**
   * Makes another key of a party, beside the one in use, and has all three parties accept both.
   *
   * @return the new keystore, which is to replace {@code keystore.p12}
   */
  public Path renew(int party, int days, Instant now) {
    requireComplete();
    PartyStores own = parties.get(party);
    String stamp = STAMP.format(now);
    String alias = own.alias() + "-" + stamp.toLowerCase(Locale.ROOT);
    Path fresh = own.folder().resolve("keystore-" + stamp + ".p12");
    if (Files.exists(fresh)) {
      throw CommandException.failure(fresh + " is there already; try again in a second");
    }
    X509Certificate certificate = own.makeKey(fresh, alias, days);
    for (PartyStores each : parties) {
      Map<String, X509Certificate> pins = new TreeMap<>(each.pins());
      pins.put(alias, certificate);
      each.pin(pins);
    }
    return fresh;
  }

  /**
   * Has all three parties accept the certificate in a party's {@code keystore.p12} and no other of
   * that party. Refused while a renewed key of it that they accept was not moved there.
   *
   * @return the aliases that are no longer accepted
   */
  public List<String> retire(int party) {
    requireComplete();
    PartyStores own = parties.get(party);
    X509Certificate used = own.certificate(own.keystore());
    for (PartyStores each : parties) {
      if (!each.pins().containsValue(used)) {
        throw CommandException.failure(
            "%s does not accept the certificate in %s yet; add it there first"
                .formatted(each.truststore(), own.keystore()));
      }
    }
    for (Path fresh : own.renewed()) {
      X509Certificate next = own.certificate(fresh);
      // The region servers may use it already, and their peers would know them no more.
      if (!next.equals(used)
          && parties.stream().anyMatch(each -> each.pins().containsValue(next))) {
        throw CommandException.failure(
            "%s is accepted and not in use; move it onto %s first, or delete it to give it up"
                .formatted(fresh, own.keystore()));
      }
    }
    List<String> removed = new ArrayList<>();
    for (PartyStores each : parties) {
      Map<String, X509Certificate> kept = new TreeMap<>();
      each.pins()
          .forEach(
              (alias, certificate) -> {
                if (!isOf(own, alias) || certificate.equals(used)) {
                  kept.put(alias, certificate);
                } else if (!removed.contains(alias)) {
                  removed.add(alias);
                }
              });
      each.pin(kept);
    }
    return removed;
  }

  /** Whether a pin speaks of this party. */
  static boolean isOf(PartyStores party, String alias) {
    return alias.equals(party.alias()) || alias.startsWith(party.alias() + "-");
  }

  public void requireComplete() {
    for (PartyStores each : parties) {
      for (Path file : each.files()) {
        if (!Files.exists(file)) {
          throw CommandException.failure(
              file + " is missing; name the folder that clusters/certs made");
        }
      }
    }
  }
}
