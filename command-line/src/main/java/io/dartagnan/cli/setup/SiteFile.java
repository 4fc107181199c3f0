package io.dartagnan.cli.setup;

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
}
