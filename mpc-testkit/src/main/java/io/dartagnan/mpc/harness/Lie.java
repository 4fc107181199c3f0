package io.dartagnan.mpc.harness;

import io.dartagnan.mpc.Party;

/** What one party of a {@link Trial} sends in place of what the protocol has it send. */
@FunctionalInterface
public interface Lie {

  /**
   * The payload to send.
   *
   * @param message which of the messages that the party sends, counted from 0
   * @param to who is to receive it
   * @param step the number that the message carries
   * @param payload what the protocol has it send; the caller's own
   */
  byte[] instead(int message, Party to, long step, byte[] payload);
}
