package io.dartagnan.server.evaluation.align;

import io.dartagnan.mpc.Party;

/**
 * Hears of writes that a party lacks although the two others hold them and they are too old to be
 * under way: that party has lost data, or was restored from an old backup. Clients read each such
 * row again for every answer, or cannot have it, so somebody must know.
 */
public interface MissingWrites {

  /**
   * Reports what one batch showed.
   *
   * @param lacking the party that lacks them
   * @param writes how many, 1 or more
   * @throws RuntimeException to end the evaluation, where they are too many
   */
  void report(Party lacking, int writes);
}
