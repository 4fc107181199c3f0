package io.dartagnan.mpc.suite;

import java.util.Collections;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The protocol suites on the class path, by name. */
public final class ProtocolSuites {

  /** The suite of a table that names none. */
  public static final String DEFAULT = "araki";

  /** The suite that a new table gets which names none, and whose shares two parties hold each. */
  public static final String DEFAULT_OF_REPLICATED = "verified";

  private static final Pattern NAME = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");

  private final SortedMap<String, ProtocolSuite> byName = new TreeMap<>();

  private ProtocolSuites(Iterable<ProtocolSuite> suites) {
    for (ProtocolSuite suite : suites) {
      if (!isName(suite.name())) {
        throw new IllegalStateException(
            "%s names itself '%s'; lower-case letters and digits, with hyphens between them, name a protocol suite"
                .formatted(suite.getClass().getName(), suite.name()));
      }
      ProtocolSuite other = byName.put(suite.name(), suite);
      if (other != null) {
        throw new IllegalStateException(
            "two protocol suites are named '%s': %s and %s; remove one from the class path"
                .formatted(suite.name(), other.getClass().getName(), suite.getClass().getName()));
      }
    }
  }

  /**
   * Those that the library's own class loader finds.
   *
   * @throws IllegalStateException if two of them have one name, or the name of one is not allowed
   */
  public static ProtocolSuites installed() {
    return of(ServiceLoader.load(ProtocolSuite.class, ProtocolSuites.class.getClassLoader()));
  }

  /** Exactly these. */
  public static ProtocolSuites of(Iterable<ProtocolSuite> suites) {
    return new ProtocolSuites(suites);
  }

  /** Whether a suite may be named so: lower-case letters and digits, with hyphens between them. */
  public static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /** All of them, in order of name. */
  public Map<String, ProtocolSuite> byName() {
    return Collections.unmodifiableSortedMap(byName);
  }

  /**
   * The suite of this name.
   *
   * @throws IllegalArgumentException if there is none, naming those there are
   */
  public ProtocolSuite named(String name) {
    ProtocolSuite suite = byName.get(name);
    if (suite == null) {
      throw new IllegalArgumentException(
          "protocol suite '%s' is not installed; installed are %s"
              .formatted(name, String.join(", ", byName.keySet())));
    }
    return suite;
  }
}
