package io.dartagnan.audit;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The form that the answers to an {@link AuditRequest} have in common.
 *
 * <pre>
 *   layout (1) | last (1) | count (4) | entries
 * </pre>
 */
final class AuditFormat {
  private AuditFormat() {}

  /** Writes an answer. */
  static <T> byte[] encode(
      byte layout, boolean last, List<T> entries, BiConsumer<ByteArrayOutputStream, T> write) {
    ByteArrayOutputStream into = new ByteArrayOutputStream(64 * entries.size() + 8);
    into.writeBytes(
        ByteBuffer.allocate(2 + Integer.BYTES)
            .put(layout)
            .put((byte) (last ? 1 : 0))
            .putInt(entries.size())
            .array());
    entries.forEach(each -> write.accept(into, each));
    return into.toByteArray();
  }

  /**
   * Reads an answer.
   *
   * @param page makes the answer of whether it is the last and of its entries
   * @throws IllegalArgumentException if it is none
   */
  static <T, P> P decode(
      byte[] value,
      byte layout,
      Function<ByteBuffer, T> read,
      BiFunction<Boolean, List<T>, P> page) {
    ByteBuffer from = ByteBuffer.wrap(value);
    try {
      if (from.get() != layout) {
        throw new IllegalArgumentException(
            "an answer of an unknown layout to an audit was received; client and clouds must be of one release");
      }
      byte last = from.get();
      if ((last & ~1) != 0) {
        throw new IllegalArgumentException("an answer with unknown flags to an audit was received");
      }
      int count = from.getInt();
      // Room for no more than the bytes that are there could hold.
      List<T> entries =
          new ArrayList<>(Math.min(Math.max(count, 0), from.remaining() / Long.BYTES));
      for (int i = 0; i < count; i++) {
        entries.add(read.apply(from));
      }
      if (count < 0 || from.hasRemaining()) {
        throw new IllegalArgumentException("an answer with a wrong count to an audit was received");
      }
      return page.apply(last == 1, entries);
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("an answer that is cut short to an audit was received", e);
    }
  }
}
