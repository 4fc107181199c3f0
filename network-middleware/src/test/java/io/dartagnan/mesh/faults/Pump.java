package io.dartagnan.mesh.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Arrays;
import java.util.Random;

/** Carries one direction of one connection: a thread that reads and one that writes. */
final class Pump {
  private static final int LONGEST_READ = 64 << 10;
  private static final int READS_PER_SECOND = 100;

  private final RelayedConnection connection;
  private final Socket source;
  private final Socket sink;
  private final Line line;
  private final DelayLine underWay;
  private final Random random;
  private volatile boolean closed;
  private volatile boolean broken;

  Pump(RelayedConnection connection, Socket source, Socket sink, Line line, long seed) {
    this.connection = connection;
    this.source = source;
    this.sink = sink;
    this.line = line;
    this.underWay = new DelayLine(new Random(~seed));
    this.random = new Random(seed);
  }

  /** Reads until the source ends; how it ends travels like its bytes, behind them. */
  void read() {
    byte[] buffer = new byte[LONGEST_READ];
    try {
      InputStream in = source.getInputStream();
      int read;
      do {
        line.gate().pass(() -> closed);
        read = in.read(buffer, 0, readable());
        // What was read while the gate was shut waits here, and the rest with the sender.
        line.gate().pass(() -> closed);
      } while (read > 0 && underWay.put(Arrays.copyOf(buffer, read), line.faults()));
    } catch (IOException e) {
      broken = true;
    } catch (InterruptedException e) {
      connection.close();
      Thread.currentThread().interrupt();
    }
    underWay.end();
  }

  /** Small steps on a slow line, so that it flows and does not gush. */
  private int readable() {
    long rate = line.faults().bytesPerSecond();
    return rate == 0
        ? LONGEST_READ
        : (int) Math.max(1, Math.min(LONGEST_READ, rate / READS_PER_SECOND));
  }

  /** Writes what is due until the line has ended, then passes its end on. */
  void write() {
    try {
      for (byte[] piece = underWay.take(); piece != null; piece = underWay.take()) {
        line.gate().pass(() -> closed);
        handOn(piece);
      }
      if (broken) {
        connection.end(Strike.Kind.RESET);
      } else if (!closed) {
        sink.shutdownOutput();
      }
    } catch (IOException e) {
      // The sink is gone, and the source is to see that.
      connection.end(Strike.Kind.RESET);
    } catch (InterruptedException e) {
      connection.close();
      Thread.currentThread().interrupt();
    }
  }

  private void handOn(byte[] piece) throws IOException {
    OutputStream out = sink.getOutputStream();
    Strike strike = line.strike();
    int struck = strike == null ? -1 : strike.indexWithin(piece.length);
    if (struck >= 0 && strike.kind() != Strike.Kind.FLIP) {
      writeTo(out, piece, struck);
      connection.end(strike.kind());
      return;
    }
    if (struck >= 0) {
      piece[struck] ^= (byte) (1 << random.nextInt(Byte.SIZE));
    }
    writeTo(out, piece, piece.length);
  }

  private void writeTo(OutputStream out, byte[] piece, int length) throws IOException {
    int from = 0;
    while (from < length && !closed) {
      int longest = line.faults().longestPiece();
      int now = longest == 0 ? length : 1 + random.nextInt(longest);
      now = Math.min(now, length - from);
      line.count(now);
      out.write(piece, from, now);
      connection.copyToDuplicate(line, piece, from, now);
      from += now;
    }
  }

  /** Ends both threads, once the sockets are closed. */
  void close() {
    closed = true;
    underWay.close();
    line.gate().wake();
  }
}
