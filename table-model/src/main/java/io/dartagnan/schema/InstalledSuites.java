package io.dartagnan.schema;

import io.dartagnan.mpc.suite.ProtocolSuites;

/**
 * The protocol suites of this side. The client and the three clouds carry the same library, so a
 * suite that is missing here is refused here, before anything is sent.
 */
public final class InstalledSuites {
  private static final ProtocolSuites INSTALLED = ProtocolSuites.installed();

  private InstalledSuites() {}

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
