package io.dartagnan.mpc.exchange;

import io.dartagnan.mpc.Party;
import java.nio.ByteBuffer;

/**
 * The port through which one party's side of one session talks to its two peers. The mesh
 * implements it over TLS, the tests in memory.
 *
 * <p>Messages between two parties arrive complete, once, and in the order in which they were sent.
 * Each carries the step it belongs to; a message of another step than the one waited for is a
 * protocol violation and ends the session. An exchange is used by one thread at a time.
 *
 * <p>Work that overlaps goes over {@linkplain #stream streams} of one session, each with an order
 * of its own.
 */
public interface Exchange {

  /** The party whose side this is. */
  Party self();

  /**
   * Sends one message. The payload's remaining bytes are taken before the call returns; the caller
   * may reuse the buffer.
   *
   * <p>Does not wait for the message to be received, unless the peer has {@link #FREE_BYTES} on
   * this stream unread already. Parties that send each other more than that before any of them
   * receives would wait for each other; so in a round a protocol sends a peer one message, however
   * much it has to say.
   *
   * @param to one of the two peers
   * @param step where in the protocol the message belongs; both sides derive the same number
   * @param payload 0 to {@link #MAX_PAYLOAD_BYTES} bytes
   * @throws ProtocolException if the session has ended, or the peer takes nothing for as long as
   *     the deadline allows
   * @throws IllegalArgumentException if the payload is longer than allowed, or {@code to} is this
   *     party
   */
  void send(Party to, long step, ByteBuffer payload);

  /**
   * Waits for the peer's next message.
   *
   * @param from one of the two peers
   * @param step the step the message must carry
   * @return the payload, big-endian, from position to limit. It is the caller's until it receives
   *     from this peer on this stream again; its bytes are something else afterwards
   * @throws ProtocolException if the message belongs to another step, none arrives before the
   *     deadline, the peer aborted, or the session has ended
   */
  ByteBuffer receive(Party from, long step);

  /**
   * An exchange beside this one in the same session. Messages of two streams may overtake each
   * other, and what one thread does not receive on its stream holds up no other stream. A failure
   * of one ends them all.
   *
   * @param index 0 to {@link #STREAMS} - 1, the same at all three parties; 0 is the exchange that
   *     the session began with
   * @throws IllegalArgumentException if there is no such stream
   */
  Exchange stream(int index);

  /**
   * A key that this party and the peer hold and the third does not: fresh for this session, the
   * same at both however often it is asked for. May wait for the peer to open its side.
   *
   * @return {@link #KEY_BYTES} bytes, the caller's own
   * @throws ProtocolException if the session has ended, or the peer does not open its side before
   *     the deadline
   */
  byte[] sharedKey(Party peer);

  /** Payload bytes this party has sent to both peers so far in this session, on all streams. */
  long bytesSent();

  /**
   * The longest payload of one message. What a step has to say to a peer is one message, so a batch
   * that would take a longer one is refused, and never cut into two ({@link #send}).
   */
  int MAX_PAYLOAD_BYTES = 16 << 20;

  /**
   * Bytes that a peer may have unread on one stream before a sender waits: a message that begins
   * within it is sent at once, however long. Each counts with 64 bytes beside its payload.
   */
  int FREE_BYTES = 256 << 10;

  /** Number of streams of a session. */
  int STREAMS = 16;

  /** Length of a {@link #sharedKey}. */
  int KEY_BYTES = 32;
}
