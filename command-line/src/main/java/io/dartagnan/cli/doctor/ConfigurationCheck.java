package io.dartagnan.cli.doctor;

import io.dartagnan.cli.cloud.BareCloud;
import io.dartagnan.client.SafeAsyncConnection;
import io.dartagnan.client.SafeConnection;
import io.dartagnan.client.SafeRegistry;
import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.configuration.ClientSettings;
import io.dartagnan.client.configuration.CloudConfiguration;
import io.dartagnan.client.configuration.ConnectionSettings;
import io.dartagnan.client.configuration.QuerySettings;
import io.dartagnan.mpc.Party;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;

/** Judges the client's configuration: keys that are missing or unknown, and clouds that are one. */
final class ConfigurationCheck implements Check {

  static final String NAME = "configuration";

  /** The classes that stand between an application and a single cluster. */
  private static final SortedMap<String, String> IMPLEMENTATIONS =
      new TreeMap<>(
          Map.of(
              ClientKeys.CONNECTION_IMPL, SafeConnection.class.getName(),
              ClientKeys.REGISTRY_IMPL, SafeRegistry.class.getName(),
              ClientKeys.ASYNC_CONNECTION_IMPL, SafeAsyncConnection.class.getName()));

  private static final String OWN = "dartagnan.";
  private static final Pattern OF_A_PARTY = Pattern.compile("dartagnan\\.party\\.[012]\\..+");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String looksAt() {
    return "the client's keys, and that it names three clouds";
  }

  @Override
  public List<Finding> findings(Facts facts) {
    Configuration configuration = facts.configuration();
    List<Finding> findings = new ArrayList<>();
    connection(configuration, findings);
    unknown(configuration, findings);
    values(configuration, findings);
    places(configuration, findings);
    return findings;
  }

  private void connection(Configuration configuration, List<Finding> findings) {
    IMPLEMENTATIONS.forEach(
        (key, needed) -> {
          String given = configuration.get(key);
          if (!needed.equals(given)) {
            findings.add(
                finding(
                    "%s is %s, so that programs with this configuration can go past the Safe Client"
                        .formatted(key, given == null ? "not set" : given),
                    "set it to " + needed));
          }
        });
  }

  private void unknown(Configuration configuration, List<Finding> findings) {
    Set<String> known = knownKeys();
    for (String key : new TreeSet<>(configuration.getPropsWithPrefix(OWN).keySet())) {
      String whole = OWN + key;
      boolean isKnown =
          OF_A_PARTY.matcher(whole).matches()
              || known.stream()
                  .anyMatch(k -> k.endsWith(".") ? whole.startsWith(k) : whole.equals(k));
      if (!isKnown) {
        findings.add(
            finding(
                whole + " is no key of the client",
                "correct or remove it; the keys are "
                    + String.join(", ", known)
                    + ", and dartagnan.party.<0, 1 or 2>.<a key of HBase>"));
      }
    }
  }

  private void values(Configuration configuration, List<Finding> findings) {
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
    wrong.forEach(sentence -> findings.add(finding(sentence, "correct it")));
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

  private void places(Configuration configuration, List<Finding> findings) {
    Map<String, Party> partyOfPlace = new HashMap<>();
    for (Party party : Party.ALL) {
      try {
        CloudConfiguration.of(configuration, party);
      } catch (IllegalArgumentException e) {
        findings.add(
            new Finding(
                name(),
                CloudFacts.nameOf(party),
                "the configuration does not say where it is",
                "set dartagnan.party.%d.%s".formatted(party.index(), HConstants.ZOOKEEPER_QUORUM)));
        continue;
      }
      String place =
          BareCloud.place(configuration, party)
              + CloudConfiguration.of(configuration, party)
                  .get(
                      HConstants.ZOOKEEPER_ZNODE_PARENT, HConstants.DEFAULT_ZOOKEEPER_ZNODE_PARENT);
      Party other = partyOfPlace.putIfAbsent(place, party);
      if (other != null) {
        findings.add(
            new Finding(
                name(),
                CloudFacts.nameOf(party),
                "it is at %s, where %s is too, so that one cluster would hold two shares of a value"
                    .formatted(place, CloudFacts.nameOf(other)),
                "correct dartagnan.party.%d.* or dartagnan.party.%d.*"
                    .formatted(other.index(), party.index())));
      }
    }
  }

  private Finding finding(String wrong, String mend) {
    return new Finding(name(), "the client's configuration", wrong, mend);
  }
}
