package io.dartagnan.discovery;

/**
 * How a record is written in Redis. One key per server, one line of ASCII as its value:
 *
 * <pre>
 *   key    dartagnan:server:&lt;party&gt;:&lt;server&gt;
 *   value  v1 &lt;party&gt; &lt;server&gt; &lt;host&gt; &lt;port&gt;
 *
 *   dartagnan:server:1:rs7.example,16020,1763676000000
 *   v1 1 rs7.example,16020,1763676000000 mesh7.example 18600
 * </pre>
 *
 * <p>Parts are separated by one space and contain none. The value repeats the key's party and
 * server, so that a value under another server's key is noticed. A reader refuses versions it does
 * not know.
 */
final class RecordFormat {
  static final String KEY_PREFIX = "dartagnan:server:";
  private static final String VERSION = "v1";
  private static final int LONGEST_VALUE = 1024;

  private RecordFormat() {}

  static String key(int party, String server) {
    return KEY_PREFIX + party + ':' + server;
  }

  static String key(ServerRecord record) {
    return key(record.party(), record.server());
  }

  static String write(ServerRecord record) {
    return String.join(
        " ",
        VERSION,
        Integer.toString(record.party()),
        record.server(),
        record.host(),
        Integer.toString(record.port()));
  }

  /**
   * Reads the value found under a key.
   *
   * @throws DiscoveryException if it is not exactly what {@link #write} writes for that key
   */
  static ServerRecord read(String key, String value) throws DiscoveryException {
    if (value.length() > LONGEST_VALUE) {
      throw malformed(key, "it is " + value.length() + " characters long", null);
    }
    String[] parts = value.split(" ", -1);
    if (!parts[0].equals(VERSION)) {
      throw malformed(key, "it does not start with \"" + VERSION + "\"", null);
    }
    if (parts.length != 5) {
      throw malformed(key, "it has " + parts.length + " parts instead of 5", null);
    }
    ServerRecord record;
    try {
      record =
          new ServerRecord(
              Integer.parseInt(parts[1]), parts[2], parts[3], Integer.parseInt(parts[4]));
    } catch (NumberFormatException e) {
      throw malformed(key, "its party or port is not a number", e);
    } catch (IllegalArgumentException e) {
      throw malformed(key, e.getMessage(), e);
    }
    if (!key(record).equals(key)) {
      throw malformed(key, "it is the record of " + key(record), null);
    }
    return record;
  }

  private static DiscoveryException malformed(String key, String reason, Throwable cause) {
    return new DiscoveryException(
        "the discovery record under " + key + " is malformed: " + reason, cause);
  }
}
