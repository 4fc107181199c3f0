package io.dartagnan.mesh.faults;

/** Which way bytes go through a relay. */
public enum Direction {
  /** From the dialler to the server. */
  FORTH,
  /** From the server to the dialler. */
  BACK
}
