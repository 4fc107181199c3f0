package io.dartagnan.clusters;

import java.nio.file.Path;
import java.util.Map;

/** A Hadoop configuration file, such as hbase-site.xml. */
final class Site {
  private Site() {}

  /** Writes the file for its owner alone: it may hold passwords. */
  static void write(Path file, Map<String, String> settings) {
    OwnerOnly.write(file, render(settings));
  }

  static String render(Map<String, String> settings) {
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
