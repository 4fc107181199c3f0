package io.dartagnan.mpc.harness;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.exchange.ProtocolException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** One party's side of an exchange between threads. It counts what it sends and keeps a copy. */
public final class MemoryExchange implements Exchange {
  private static final int QUEUE = 64;
  private static final long DEADLINE_SECONDS = 20;

  private record Message(long step, byte[] payload) {}

  private final Party self;
  private final Map<Party, BlockingQueue<Message>> inbox = new EnumMap<>(Party.class);
  private final Map<Party, MemoryExchange> peers = new EnumMap<>(Party.class);
  private final List<byte[]> received = new ArrayList<>();
  private long bytesSent;
  private int rounds;
  private boolean sentSinceReceive;

  private MemoryExchange(Party self) {
    this.self = self;
    for (Party peer : Party.ALL) {
      inbox.put(peer, new ArrayBlockingQueue<>(QUEUE));
    }
  }

  /** Three sides that reach each other, by index of party. */
  public static List<MemoryExchange> triple() {
    List<MemoryExchange> triple = Party.ALL.stream().map(MemoryExchange::new).toList();
    for (MemoryExchange side : triple) {
      triple.forEach(peer -> side.peers.put(peer.self, peer));
    }
    return triple;
  }

  @Override
  public Party self() {
    return self;
  }

  @Override
  public void send(Party to, long step, ByteBuffer payload) {
    byte[] copy = new byte[payload.remaining()];
    payload.get(copy);
    bytesSent += copy.length;
    if (!sentSinceReceive) {
      rounds++;
      sentSinceReceive = true;
    }
    try {
      if (!peers
          .get(to)
          .inbox
          .get(self)
          .offer(new Message(step, copy), DEADLINE_SECONDS, TimeUnit.SECONDS)) {
        throw new ProtocolException(to, "takes nothing");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProtocolException(self, "interrupted");
    }
  }

  @Override
  public ByteBuffer receive(Party from, long step) {
    try {
      Message message = inbox.get(from).poll(DEADLINE_SECONDS, TimeUnit.SECONDS);
      if (message == null) {
        throw new ProtocolException(from, "sent nothing before the deadline");
      }
      if (message.step != step) {
        throw new ProtocolException(from, "sent another step than the one waited for");
      }
      sentSinceReceive = false;
      received.add(message.payload);
      return ByteBuffer.wrap(message.payload);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProtocolException(self, "interrupted");
    }
  }

  @Override
  public long bytesSent() {
    return bytesSent;
  }

  /** How often this party began to send after it had received. */
  public int rounds() {
    return rounds;
  }

  /** Every payload this party has received, in order. */
  public List<byte[]> received() {
    return received;
  }
}
