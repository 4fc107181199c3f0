package io.dartagnan.schema;

import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Adversary;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.ProtocolSuites;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The protocol suites of this side. The client and the three clouds carry the same library, so a
 * suite that is missing here is refused here, before anything is sent.
 */
public final class InstalledSuites {
  private static final ProtocolSuites INSTALLED = ProtocolSuites.installed();

  private InstalledSuites() {}

  /** The sharings that a suite computes on; all, of one that is not installed. */
  static Set<Sharing> sharings(String name) {
    ProtocolSuite suite = INSTALLED.byName().get(name);
    return suite == null ? EnumSet.allOf(Sharing.class) : suite.sharings();
  }

  /**
   * Whether a suite is secure, with abort, against a party that deviates; one that is not installed
   * may be.
   */
  public static boolean withstandsLies(String name) {
    ProtocolSuite suite = INSTALLED.byName().get(name);
    return suite == null || suite.adversary() == Adversary.MALICIOUS_WITH_ABORT;
  }

  /**
   * The name, if a suite of that name is installed and computes on what a table stores.
   *
   * @param where what gave the name, for the message
   * @throws IllegalArgumentException if none is, or it does not, saying which columns it does not
   */
  public static String requireFor(TableSchema table, String where, String name) {
    require(where, name);
    Set<Sharing> sharings = sharings(name);
    List<String> others =
        table
            .protections()
            .filter(
                protection ->
                    protection.needsSuite()
                        && protection instanceof LaneProtection lanes
                        && !sharings.contains(lanes.laneSharing()))
            .map(protection -> "'" + protection + "'")
            .distinct()
            .toList();
    if (!others.isEmpty()) {
      throw new IllegalArgumentException(
          "%s: suite '%s' computes on %s shares, columns of table %s are declared %s; declare them 'replicated', or choose another suite"
              .formatted(
                  where,
                  name,
                  sharings.stream().map(Sharing::word).collect(Collectors.joining(", ")),
                  table.table(),
                  String.join(", ", others)));
    }
    return name;
  }

  /**
   * The name, if a suite of that name is installed.
   *
   * @param where what gave the name, for the message
   * @throws IllegalArgumentException if none is, with what gave it and the names there are
   */
  public static String require(String where, String name) {
    try {
      return INSTALLED.named(name).name();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(where + ": " + e.getMessage(), e);
    }
  }
}
