package io.dartagnan.server.repair;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.wire.Fields;
import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * The answer of the cloud that is rebuilt to a batch from each giver.
 *
 * <pre>
 *   last (1) | judged (4) | length (2) | through row
 * </pre>
 *
 * @param last whether the range is done
 * @param judged rows that were looked at
 * @param throughRow the last row that needs no further look; empty if there is none yet
 */
record Verdict(boolean last, int judged, byte[] throughRow) {

  byte[] encode() {
    ByteArrayOutputStream into = new ByteArrayOutputStream(64);
    into.write(last ? 1 : 0);
    into.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(judged).array());
    Fields.writeShortBytes(into, throughRow);
    return into.toByteArray();
  }

  /**
   * Reads it.
   *
   * @throws ProtocolException naming the sender if it is none
   */
  static Verdict decode(Party sender, ByteBuffer from) {
    try {
      Verdict verdict = new Verdict(from.get() != 0, from.getInt(), Fields.getShortBytes(from));
      if (verdict.judged < 0 || from.hasRemaining()) {
        throw new ProtocolException(sender, "answered a batch of a repair with something else");
      }
      return verdict;
    } catch (BufferUnderflowException e) {
      throw new ProtocolException(sender, "answered a batch of a repair with too few bytes");
    }
  }
}
