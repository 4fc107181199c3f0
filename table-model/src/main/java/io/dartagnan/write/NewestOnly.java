package io.dartagnan.write;

import org.apache.hadoop.hbase.client.OperationWithAttributes;

/**
 * The wish of a read for no more of a column than its newest version that is known to be on all
 * three clouds, and what lies above it. Most columns of rows that are overwritten often come with
 * one version so, instead of all that a cloud still has.
 *
 * <p>A cloud is free to return more. What it leaves out may matter: the newest version that it
 * knows to be everywhere may have been deleted on another cloud meanwhile. A reader that finds no
 * version on all three asks again without this.
 */
public final class NewestOnly {
  private static final String ATTRIBUTE = "dartagnan.newest";
  private static final byte[] YES = {1};

  private NewestOnly() {}

  /** Asks for it. */
  public static void ask(OperationWithAttributes read) {
    read.setAttribute(ATTRIBUTE, YES);
  }

  /** Whether a read asks for it. */
  public static boolean isAskedBy(OperationWithAttributes read) {
    return read.getAttribute(ATTRIBUTE) != null;
  }
}
