package io.dartagnan.mpc.bench;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.exchange.ProtocolException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Queues between threads: what the protocols cost when the network costs a copy. Nothing is
 * recorded but the number of bytes.
 *
 * <p>Who waits is parked at once: there are more parties than cores, and the one waited for needs
 * the core.
 */
public final class MemoryExchanges implements Exchanges {
  private static final int QUEUED_MESSAGES = 64;
  private static final long DEADLINE_SECONDS = 60;

  private record Message(long step, byte[] payload) {}

  @Override
  public Triple open() {
    int parties = Party.ALL.size();
    List<BlockingQueue<Message>> queues =
        IntStream.range(0, parties * parties)
            .<BlockingQueue<Message>>mapToObj(pair -> new ArrayBlockingQueue<>(QUEUED_MESSAGES))
            .toList();
    SecureRandom random = new SecureRandom();
    List<byte[]> keys = Party.ALL.stream().map(party -> new byte[Exchange.KEY_BYTES]).toList();
    keys.forEach(random::nextBytes);
    return new Triple(
        Party.ALL.stream().map(party -> new Side(party, queues, keys)).toList(), () -> {});
  }

  @Override
  public void close() {}

  private static final class Side implements Exchange {
    private final Party self;
    private final List<BlockingQueue<Message>> queues;
    private final List<byte[]> keysWithNext;
    private long bytesSent;

    Side(Party self, List<BlockingQueue<Message>> queues, List<byte[]> keysWithNext) {
      this.self = self;
      this.queues = queues;
      this.keysWithNext = keysWithNext;
    }

    @Override
    public Party self() {
      return self;
    }

    @Override
    public void send(Party to, long step, ByteBuffer payload) {
      byte[] copy = copyOf(payload);
      bytesSent += copy.length;
      try {
        if (!queue(self, to).offer(new Message(step, copy), DEADLINE_SECONDS, TimeUnit.SECONDS)) {
          throw new ProtocolException(to, "takes nothing");
        }
      } catch (InterruptedException e) {
        throw interrupted(e);
      }
    }

    @Override
    public ByteBuffer receive(Party from, long step) {
      try {
        Message message = queue(from, self).poll(DEADLINE_SECONDS, TimeUnit.SECONDS);
        if (message == null) {
          throw new ProtocolException(from, "sent nothing before the deadline");
        }
        if (message.step != step) {
          throw new ProtocolException(from, "sent another step than the one waited for");
        }
        return ByteBuffer.wrap(message.payload);
      } catch (InterruptedException e) {
        throw interrupted(e);
      }
    }

    /** The bench's batches do not overlap within a session. */
    @Override
    public Exchange stream(int index) {
      if (index != 0) {
        throw new IllegalArgumentException("stream " + index + " given, there is stream 0 alone");
      }
      return this;
    }

    @Override
    public byte[] sharedKey(Party peer) {
      return keysWithNext.get(self.next() == peer ? self.index() : peer.index()).clone();
    }

    @Override
    public long bytesSent() {
      return bytesSent;
    }

    /** The payload, consumed; without zeroing the copy first where there is an array behind it. */
    private static byte[] copyOf(ByteBuffer payload) {
      if (payload.hasArray()) {
        int from = payload.arrayOffset() + payload.position();
        byte[] copy = Arrays.copyOfRange(payload.array(), from, from + payload.remaining());
        payload.position(payload.limit());
        return copy;
      }
      byte[] copy = new byte[payload.remaining()];
      payload.get(copy);
      return copy;
    }

    private BlockingQueue<Message> queue(Party from, Party to) {
      return queues.get(from.index() * Party.ALL.size() + to.index());
    }

    private ProtocolException interrupted(InterruptedException e) {
      Thread.currentThread().interrupt();
      return new ProtocolException(self, "was interrupted", e);
    }
  }
}
