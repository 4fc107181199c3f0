package io.dartagnan.clusters.checker;

import java.io.IOException;
import java.util.Random;

/**
 * Kind of trouble that a run makes.
 *
 * @param name for whoever reads the output
 * @param loss what the cloud may have lost afterwards
 */
public record Fault(String name, Loss loss, Making making) {

  /** What a cloud may lose. */
  public enum Loss {
    NOTHING,
    /** What was not made durable. */
    MEMORY,
    /** What it acknowledged since the fault began. */
    WRITES
  }

  /** A fault that makes a cloud lose nothing. */
  public Fault(String name, Making making) {
    this(name, Loss.NOTHING, making);
  }

  /** The making of a fault, where the clouds run. */
  @FunctionalInterface
  public interface Making {

    /**
     * Makes it once; whatever it brings down is up again when it returns.
     *
     * @param cloud number of the cloud that it is for
     * @param random for whatever else is open
     */
    void make(int cloud, Random random) throws IOException, InterruptedException;
  }
}
