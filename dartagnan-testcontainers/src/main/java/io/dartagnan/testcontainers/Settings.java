package io.dartagnan.testcontainers;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** Settings by key, for a file or for a configuration. It has passwords, and prints none. */
final class Settings {
  private static final String TLS = "hbase.rpc.tls.";

  private final Map<String, String> values = new LinkedHashMap<>();

  Settings set(String key, Object value) {
    values.put(key, value.toString());
    return this;
  }

  /**
   * Sets where HBase's own TLS finds its stores.
   *
   * @param prefix before each key
   */
  Settings rpcStores(String prefix, String keystore, String truststore, String password) {
    return set(prefix + TLS + "keystore.location", keystore)
        .set(prefix + TLS + "keystore.type", PinnedStores.TYPE)
        .set(prefix + TLS + "keystore.password", password)
        .set(prefix + TLS + "truststore.location", truststore)
        .set(prefix + TLS + "truststore.type", PinnedStores.TYPE)
        .set(prefix + TLS + "truststore.password", password);
  }

  boolean has(String key) {
    return values.containsKey(key);
  }

  /** Sets all of them there. */
  void into(Configuration configuration) {
    values.forEach(configuration::set);
  }

  /** The content of an hbase-site.xml. */
  byte[] file() {
    Configuration site = new Configuration(false);
    into(site);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      site.writeXml(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** The keys alone. */
  @Override
  public String toString() {
    return values.keySet().toString();
  }
}
