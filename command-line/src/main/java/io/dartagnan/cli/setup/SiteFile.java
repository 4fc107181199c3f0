package io.dartagnan.cli.setup;

import io.dartagnan.cli.setup.ThreeClouds.ClientPlace;
import io.dartagnan.cli.setup.ThreeClouds.CloudPlace;

/** An {@code hbase-site.xml} with a comment before each group of settings. */
final class SiteFile {
  private final StringBuilder xml =
      new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<configuration>\n");

  SiteFile group(String comment) {
    xml.append("\n  <!-- ").append(comment).append(" -->\n");
    return this;
  }

  SiteFile set(String key, Object value) {
    xml.append("  <property>\n    <name>")
        .append(key)
        .append("</name>\n    <value>")
        .append(escaped(value.toString()))
        .append("</value>\n  </property>\n");
    return this;
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** The whole file. */
  String text() {
    return xml + "</configuration>\n";
  }

  private static final String STORES = "hbase.rpc.tls.";

  /** Those of a cloud's servers, which are also each other's clients. */
  static void ofServer(SiteFile site, CloudPlace cloud, Password password) {
    site.group("HBase's own TLS: whoever has no certificate in the truststore gets nothing.")
        .set("hbase.server.netty.tls.enabled", true)
        .set("hbase.server.netty.tls.supportplaintext", false)
        .set("hbase.server.netty.tls.client.auth.mode", "NEED")
        .group("Clients are known by their pinned certificates, wherever they are.")
        .set("hbase.server.netty.tls.verify.client.hostname", false)
        .set("hbase.client.netty.tls.enabled", true);
    stores(
        site, "", cloud.file("rpc", "keystore.p12"), cloud.file("rpc", "truststore.p12"), password);
  }

  /** A client's for one cloud: it accepts that cloud's certificate there and no other. */
  static void ofClient(SiteFile site, CloudPlace cloud, ClientPlace client, Password password) {
    String prefix = "dartagnan.party.%d.".formatted(cloud.party().index());
    site.set(prefix + "hbase.client.netty.tls.enabled", true);
    stores(
        site,
        prefix,
        client.file("keystore.p12"),
        client.file("cloud-%d.p12".formatted(cloud.party().index())),
        password);
  }

  private static void stores(
      SiteFile site, String prefix, String keystore, String truststore, Password password) {
    site.set(prefix + STORES + "keystore.location", keystore)
        .set(prefix + STORES + "keystore.type", "PKCS12")
        .set(prefix + STORES + "keystore.password", password.reveal())
        .set(prefix + STORES + "truststore.location", truststore)
        .set(prefix + STORES + "truststore.type", "PKCS12")
        .set(prefix + STORES + "truststore.password", password.reveal());
  }
}
