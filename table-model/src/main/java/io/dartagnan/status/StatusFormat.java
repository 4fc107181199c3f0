package io.dartagnan.status;

import io.dartagnan.mpc.Party;
import io.dartagnan.status.PeerStatus.Connection;
import io.dartagnan.wire.Fields;
import io.dartagnan.wire.Layout;
import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The wire form of a {@link StatusAnswer}. Sizes in bytes, numbers big-endian:
 *
 * <pre>
 *   layout = 3 (1) | kind (1): 0 pending, 1 unavailable, 2 ready
 *   unavailable:   text
 *   ready:         party (1) | text server | text release
 *                  oldest mesh version (4) | newest mesh version (4)
 *                  text mesh host | mesh port (4) | now (8)
 *                  deviations (8) | text last deviation
 *                  certificates (2), each:  party (1) | own (1) | text subject | text issuer
 *                                           not before (8) | not after (8) | text fingerprint
 *                  text keeper | text failure | rejected (2), each: text | left out (4)
 *                  peers (2), each:         party (1) | text server | text host | port (4)
 *                                           age (8) | lease (8) | connection (1) | text reason
 *                                           mesh version of the connection (4)
 *   text:          length (2) | UTF-8
 * </pre>
 *
 * <p>Layout 2 has no deviations; layout 1 has neither these nor the newest version nor that of a
 * connection. A client of such a release asks for its own, and a cloud of it answers in its own, so
 * that both are told, and understood, while clouds are upgraded: that is when they are asked.
 */
final class StatusFormat {
  static final byte NEWEST = 3;
  private static final byte WITHOUT_DEVIATIONS = 2;
  private static final byte OLDEST = 1;
  private static final byte PENDING = 0;
  private static final byte UNAVAILABLE = 1;
  private static final byte READY = 2;

  /** Longer texts are cut: names and sentences are shorter. */
  private static final int MOST_CHARACTERS = 2_000;

  private static final int MOST_ENTRIES = 4_096;

  private StatusFormat() {}

  /**
   * Layout to answer in.
   *
   * @param question the newest that its asker knows, in a byte
   */
  static byte layoutFor(byte[] question) {
    return question.length == 1 && question[0] >= OLDEST && question[0] <= NEWEST
        ? question[0]
        : NEWEST;
  }

  static byte[] encode(StatusAnswer answer, byte layout) {
    ByteArrayOutputStream into = new ByteArrayOutputStream(1024);
    into.write(layout);
    if (answer instanceof StatusAnswer.Ready ready) {
      into.write(READY);
      put(into, ready.status(), layout);
    } else if (answer instanceof StatusAnswer.Unavailable unavailable) {
      into.write(UNAVAILABLE);
      put(into, unavailable.reason());
    } else {
      into.write(PENDING);
    }
    return into.toByteArray();
  }

  private static void put(ByteArrayOutputStream into, ServerStatus status, byte layout) {
    into.write(status.party().index());
    put(into, status.server());
    put(into, status.release());
    put(into, status.oldestMeshVersion());
    if (layout > OLDEST) {
      put(into, status.newestMeshVersion());
    }
    put(into, status.meshHost());
    put(into, status.meshPort());
    put(into, status.now());
    if (layout > WITHOUT_DEVIATIONS) {
      put(into, status.deviations());
      put(into, status.lastDeviation());
    }
    putAll(into, status.certificates(), each -> put(into, each));
    put(into, status.discovery().keeper());
    put(into, status.discovery().failure());
    putAll(into, status.discovery().rejected(), each -> put(into, each));
    put(into, status.discovery().leftOut());
    putAll(into, status.peers(), each -> put(into, each, layout));
  }

  private static void put(ByteArrayOutputStream into, CertificateStatus certificate) {
    into.write(certificate.party().index());
    into.write(certificate.own() ? 1 : 0);
    put(into, certificate.subject());
    put(into, certificate.issuer());
    put(into, certificate.notBefore());
    put(into, certificate.notAfter());
    put(into, certificate.fingerprint());
  }

  private static void put(ByteArrayOutputStream into, PeerStatus peer, byte layout) {
    into.write(peer.party().index());
    put(into, peer.server());
    put(into, peer.host());
    put(into, peer.port());
    put(into, peer.ageMs());
    put(into, peer.leaseMs());
    into.write(peer.connection().ordinal());
    put(into, peer.reason());
    if (layout > OLDEST) {
      put(into, peer.meshVersion());
    }
  }

  private static <T> void putAll(ByteArrayOutputStream into, List<T> all, Consumer<T> put) {
    if (all.size() > MOST_ENTRIES) {
      throw new IllegalArgumentException(
          "%d entries given in a status, %d are allowed".formatted(all.size(), MOST_ENTRIES));
    }
    into.writeBytes(ByteBuffer.allocate(Short.BYTES).putShort((short) all.size()).array());
    all.forEach(put);
  }

  private static void put(ByteArrayOutputStream into, String text) {
    String cut = text.length() > MOST_CHARACTERS ? text.substring(0, MOST_CHARACTERS) : text;
    Fields.writeShortBytes(into, Fields.utf8(cut));
  }

  private static void put(ByteArrayOutputStream into, int number) {
    into.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
  }

  private static void put(ByteArrayOutputStream into, long number) {
    into.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(number).array());
  }

  static StatusAnswer decode(byte[] value) {
    ByteBuffer from = ByteBuffer.wrap(value);
    try {
      byte layout = from.get();
      Layout.requireOfCloud("a status", layout, OLDEST, NEWEST);
      byte kind = from.get();
      StatusAnswer answer =
          switch (kind) {
            case PENDING -> new StatusAnswer.Pending();
            case UNAVAILABLE -> new StatusAnswer.Unavailable(text(from));
            case READY -> new StatusAnswer.Ready(status(from, layout));
            default ->
                throw new IllegalArgumentException("a status of kind " + kind + " was received");
          };
      if (from.hasRemaining()) {
        throw new IllegalArgumentException("a status with bytes after its end was received");
      }
      return answer;
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("a status that ends too early was received", e);
    }
  }

  private static ServerStatus status(ByteBuffer from, byte layout) {
    Party party = Party.of(from.get());
    String server = text(from);
    String release = text(from);
    int oldest = from.getInt();
    return new ServerStatus(
        party,
        server,
        release,
        oldest,
        layout > OLDEST ? from.getInt() : oldest,
        text(from),
        from.getInt(),
        from.getLong(),
        layout > WITHOUT_DEVIATIONS ? from.getLong() : ServerStatus.UNTOLD,
        layout > WITHOUT_DEVIATIONS ? text(from) : "",
        all(from, StatusFormat::certificate),
        new DiscoveryStatus(text(from), text(from), all(from, StatusFormat::text), from.getInt()),
        all(from, each -> peer(each, layout)));
  }

  private static CertificateStatus certificate(ByteBuffer from) {
    return new CertificateStatus(
        Party.of(from.get()),
        from.get() == 1,
        text(from),
        text(from),
        from.getLong(),
        from.getLong(),
        text(from));
  }

  private static PeerStatus peer(ByteBuffer from, byte layout) {
    return new PeerStatus(
        Party.of(from.get()),
        text(from),
        text(from),
        from.getInt(),
        from.getLong(),
        from.getLong(),
        connection(from.get()),
        text(from),
        layout > OLDEST ? from.getInt() : PeerStatus.UNTOLD);
  }

  private static Connection connection(byte code) {
    Connection[] known = Connection.values();
    // One that a later release added is none of those that are known.
    return code >= 0 && code < known.length ? known[code] : Connection.FAILED;
  }

  private static <T> List<T> all(ByteBuffer from, Function<ByteBuffer, T> each) {
    int count = Short.toUnsignedInt(from.getShort());
    if (count > MOST_ENTRIES) {
      throw new IllegalArgumentException(
          "%d entries in a status were received, %d are allowed".formatted(count, MOST_ENTRIES));
    }
    List<T> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(each.apply(from));
    }
    return all;
  }

  /** Without what a terminal would take for a command. */
  private static String text(ByteBuffer from) {
    return Fields.utf8(Fields.getShortBytes(from)).replaceAll("[^ -~]", "?");
  }
}
