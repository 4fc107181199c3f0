package io.dartagnan.mesh.faults;

/** Direction in which bytes go through a relay. */
public enum Direction {
  /** The direction from the dialler to the server. */
  FORTH,
  /** The direction from the server to the dialler. */
  BACK
}
