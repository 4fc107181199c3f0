package io.dartagnan.cli.doctor;

import io.dartagnan.cli.cloud.BareCloud;
import io.dartagnan.cli.doctor.Check.Found;
import io.dartagnan.cli.doctor.Facts.CloudFacts;
import io.dartagnan.client.SafeAsyncConnection;
import io.dartagnan.client.SafeConnection;
import io.dartagnan.client.SafeRegistry;
import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.configuration.ClientSettings;
import io.dartagnan.client.configuration.CloudConfiguration;
import io.dartagnan.client.configuration.ConnectionSettings;
import io.dartagnan.client.configuration.QuerySettings;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;

/** Judgements of the client's own configuration and stores. */
final class ClientChecks {
  /** The classes that stand between an application and a single cluster. */
  private static final SortedMap<String, String> IMPLEMENTATIONS =
      new TreeMap<>(
          Map.of(
              ClientKeys.CONNECTION_IMPL, SafeConnection.class.getName(),
              ClientKeys.REGISTRY_IMPL, SafeRegistry.class.getName(),
              ClientKeys.ASYNC_CONNECTION_IMPL, SafeAsyncConnection.class.getName()));

  private static final String OWN = "dartagnan.";

  private static final Pattern OF_A_PARTY = Pattern.compile("dartagnan\\.party\\.[012]\\..+");

  static final String TLS_ENABLED = "hbase.client.netty.tls.enabled";

  private static final String STORE = "hbase.rpc.tls.";

  private static final List<String> STORES = List.of("truststore", "keystore");

  private ClientChecks() {}

  /**
   * Judges the client's configuration: keys that are missing or unknown, and clouds that are one.
   */
  static void configuration(Facts facts, Found found) {
    Configuration configuration = facts.configuration();
    connection(configuration, found);
    unknown(configuration, found);
    values(configuration, found);
    places(configuration, found);
  }

  private static void connection(Configuration configuration, Found found) {
    IMPLEMENTATIONS.forEach(
        (key, needed) -> {
          String given = configuration.get(key);
          if (!needed.equals(given)) {
            found.add(
                "the client's configuration",
                "%s is %s, so that programs with this configuration can go past the Safe Client"
                    .formatted(key, given == null ? "not set" : given),
                "set it to " + needed);
          }
        });
  }

  private static void unknown(Configuration configuration, Found found) {
    Set<String> known = knownKeys();
    for (String key : new TreeSet<>(configuration.getPropsWithPrefix(OWN).keySet())) {
      String whole = OWN + key;
      boolean isKnown =
          OF_A_PARTY.matcher(whole).matches()
              || known.stream()
                  .anyMatch(k -> k.endsWith(".") ? whole.startsWith(k) : whole.equals(k));
      if (!isKnown) {
        found.add(
            "the client's configuration",
            whole + " is no key of the client",
            "correct or remove it; the keys are "
                + String.join(", ", known)
                + ", and dartagnan.party.<0, 1 or 2>.<a key of HBase>");
      }
    }
  }

  private static void values(Configuration configuration, Found found) {
    Set<String> wrong = new LinkedHashSet<>(ConnectionSettings.refused(configuration));
    List<Consumer<Configuration>> readers =
        List.of(ClientSettings::asyncThreads, ClientSettings::asyncCalls, QuerySettings::of);
    for (Consumer<Configuration> reader : readers) {
      try {
        reader.accept(configuration);
      } catch (IllegalArgumentException e) {
        wrong.add(e.getMessage());
      }
    }
    wrong.forEach(sentence -> found.add("the client's configuration", sentence, "correct it"));
  }

  /** The keys that the Safe Client's own list of them has; one that ends with a dot is a prefix. */
  private static Set<String> knownKeys() {
    Set<String> keys = new TreeSet<>();
    for (Field field : ClientKeys.class.getFields()) {
      try {
        if (field.getType() == String.class && ((String) field.get(null)).startsWith(OWN)) {
          keys.add((String) field.get(null));
        }
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }
    return keys;
  }

  private static void places(Configuration configuration, Found found) {
    Map<String, Party> partyOfPlace = new HashMap<>();
    for (Party party : Party.ALL) {
      try {
        CloudConfiguration.of(configuration, party);
      } catch (IllegalArgumentException e) {
        found.add(
            CloudFacts.nameOf(party),
            "the configuration does not say where it is",
            "set dartagnan.party.%d.%s".formatted(party.index(), HConstants.ZOOKEEPER_QUORUM));
        continue;
      }
      String place =
          BareCloud.place(configuration, party)
              + CloudConfiguration.of(configuration, party)
                  .get(
                      HConstants.ZOOKEEPER_ZNODE_PARENT, HConstants.DEFAULT_ZOOKEEPER_ZNODE_PARENT);
      Party other = partyOfPlace.putIfAbsent(place, party);
      if (other != null) {
        found.add(
            CloudFacts.nameOf(party),
            "it is at %s, where %s is too, so that one cluster would hold two shares of a value"
                .formatted(place, CloudFacts.nameOf(other)),
            "correct dartagnan.party.%d.* or dartagnan.party.%d.*"
                .formatted(other.index(), party.index()));
      }
    }
  }

  /**
   * Judges the stores of HBase's own TLS between this client and a cloud, where it is switched on.
   * The keys are those of HBase's X509Util, which hbase-client 2.5 lacks.
   */
  static void stores(Facts facts, Found found) {
    for (Party party : Party.ALL) {
      Configuration cloud;
      try {
        cloud = CloudConfiguration.of(facts.configuration(), party);
      } catch (IllegalArgumentException e) {
        // The check of the configuration has found it.
        continue;
      }
      if (cloud.getBoolean(TLS_ENABLED, false)) {
        for (String store : STORES) {
          look(party, cloud, STORE + store, facts.at(), found);
        }
      }
    }
  }

  private static void look(Party party, Configuration cloud, String key, Instant now, Found found) {
    String location = cloud.getTrimmed(key + ".location", "");
    if (location.isEmpty()) {
      // The JDK's authorities, or no certificate of the client's own.
      return;
    }
    try {
      KeyStore store = open(cloud, key, Path.of(location));
      for (String alias : Collections.list(store.aliases())) {
        if (store.getCertificate(alias) instanceof X509Certificate certificate) {
          dates(party, location, alias, certificate, now, found);
        }
      }
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      found.add(
          CloudFacts.nameOf(party) + ", the way to it",
          "the store %s of %s.location cannot be used: %s".formatted(location, key, e.toString()),
          "correct %s.location, .password and .type".formatted(key));
    }
  }

  private static KeyStore open(Configuration cloud, String key, Path file)
      throws IOException, GeneralSecurityException {
    String type = cloud.getTrimmed(key + ".type", "");
    char[] password = cloud.getPassword(key + ".password");
    try (InputStream in = Files.newInputStream(file)) {
      KeyStore store =
          KeyStore.getInstance(type.isEmpty() ? typeOf(file) : type.toUpperCase(Locale.ROOT));
      store.load(in, password);
      return store;
    }
  }

  private static String typeOf(Path file) {
    return file.toString().endsWith(".jks") ? "JKS" : "PKCS12";
  }

  private static void dates(
      Party party,
      String location,
      String alias,
      X509Certificate certificate,
      Instant now,
      Found found) {
    Instant end = certificate.getNotAfter().toInstant();
    if (now.isAfter(end.minus(ServerChecks.SOON))) {
      found.add(
          CloudFacts.nameOf(party) + ", the way to it",
          "the certificate %s in %s %s on %s"
              .formatted(alias, location, now.isAfter(end) ? "ended" : "ends", end),
          "put the next one there");
    }
  }
}
