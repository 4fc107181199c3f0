package io.dartagnan.server.query;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts how many messages in a row it takes to come to a point: how often a distance between the
 * parties is waited for. A message is one hop behind whatever its sender had received before on the
 * same stream.
 *
 * <p>A stream is taken up by the thread that has stream 0, once what was on it before is done: from
 * there the stream is behind what that thread has received, and that thread behind the stream. So
 * it is behind what it receives on any other stream, for want of a thread to spare.
 */
final class HopCountingExchange implements Exchange {
  private final Exchange counted;
  private final HopCountingExchange first;
  private final Map<Integer, HopCountingExchange> others = new ConcurrentHashMap<>();
  private volatile int hops;

  /** The thread that has this stream. */
  private volatile Thread thread;

  HopCountingExchange(Exchange counted) {
    this.counted = counted;
    this.first = this;
  }

  private HopCountingExchange(Exchange counted, HopCountingExchange first) {
    this.counted = counted;
    this.first = first;
  }

  @Override
  public Party self() {
    return counted.self();
  }

  @Override
  public void send(Party to, long step, ByteBuffer payload) {
    ByteBuffer numbered = ByteBuffer.allocate(Integer.BYTES + payload.remaining());
    counted.send(to, step, numbered.putInt(hops + 1).put(payload).flip());
  }

  @Override
  public ByteBuffer receive(Party from, long step) {
    ByteBuffer numbered = counted.receive(from, step);
    hops = Math.max(hops, numbered.getInt());
    if (this == first) {
      thread = Thread.currentThread();
    } else if (first.thread == Thread.currentThread()) {
      first.hops = Math.max(first.hops, hops);
    }
    return numbered.slice();
  }

  @Override
  public Exchange stream(int index) {
    if (index == 0) {
      return this;
    }
    HopCountingExchange other =
        others.computeIfAbsent(index, i -> new HopCountingExchange(counted.stream(i), first));
    hops = Math.max(hops, other.hops);
    other.hops = hops;
    return other;
  }

  @Override
  public byte[] sharedKey(Party peer) {
    return counted.sharedKey(peer);
  }

  @Override
  public long bytesSent() {
    return counted.bytesSent();
  }

  /** The longest chain on any stream. */
  int longestChain() {
    return Math.max(hops, others.values().stream().mapToInt(other -> other.hops).max().orElse(0));
  }
}
