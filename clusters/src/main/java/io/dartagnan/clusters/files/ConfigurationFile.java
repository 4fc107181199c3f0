package io.dartagnan.clusters.files;

import java.nio.file.Path;
import java.util.Map;

/** Hadoop configuration file, such as hbase-site.xml. */
public final class ConfigurationFile {
  /** The name under which HBase finds its settings on the class path. */
  public static final String HBASE_SITE = "hbase-site.xml";

  private ConfigurationFile() {}

  /** Writes the file for its owner alone: it may hold passwords. */
  public static void write(Path file, Map<String, String> settings) {
    OwnerOnly.write(file, render(settings));
  }

  public static String render(Map<String, String> settings) {
    StringBuilder xml = new StringBuilder();
    xml.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.append(
        "<!-- Written by clusters/local; see clusters/README.md for how to change a setting -->\n");
    xml.append("<configuration>\n");
    settings.forEach(
        (name, value) ->
            xml.append("  <property><name>")
                .append(escape(name))
                .append("</name><value>")
                .append(escape(value))
                .append("</value></property>\n"));
    return xml.append("</configuration>\n").toString();
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
