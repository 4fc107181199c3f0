package io.dartagnan.mesh.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PayloadPoolTest {
  private final PayloadPool payloads = new PayloadPool();

  @Test
  void anArrayIsLongEnoughAndAtMostAQuarterTooLong() {
    for (int bytes = 0; bytes <= PayloadPool.MOST_BYTES + 1; bytes += 1 + bytes / 100) {
      assertThat(payloads.take(bytes).length).isBetween(bytes, bytes + bytes / 4);
    }
    for (int bytes = PayloadPool.LEAST_BYTES; bytes <= PayloadPool.MOST_BYTES; bytes *= 2) {
      assertThat(payloads.take(bytes)).hasSize(bytes);
    }
  }

  @Test
  void whatWasGivenBackIsUsedAgainTheLastFirst() {
    byte[] first = payloads.take(60_000);
    byte[] second = payloads.take(60_000);
    payloads.giveBack(first);
    payloads.giveBack(second);

    assertThat(payloads.take(59_000)).isSameAs(second);
    assertThat(payloads.take(58_000)).isSameAs(first);
    assertThat(payloads.spareBytes()).isZero();
  }

  @Test
  void noArrayIsLentTwiceAtATime() {
    Set<byte[]> lent = Collections.newSetFromMap(new IdentityHashMap<>());
    List<byte[]> order = new ArrayList<>();
    for (int round = 0; round < 1000; round++) {
      byte[] taken = payloads.take(PayloadPool.LEAST_BYTES << round % 3);
      assertThat(lent.add(taken)).as("round %d", round).isTrue();
      order.add(taken);
      if (round % 3 == 2) {
        byte[] done = order.remove(round % order.size());
        lent.remove(done);
        payloads.giveBack(done);
      }
    }
  }

  @Test
  void whatIsKeptIsBounded() {
    for (int i = 0; i < 2 * PayloadPool.MAX_SPARE_BYTES / PayloadPool.MOST_BYTES; i++) {
      payloads.giveBack(new byte[PayloadPool.MOST_BYTES]);
      payloads.giveBack(new byte[2 * PayloadPool.MOST_BYTES]);
      payloads.giveBack(new byte[16]);
    }

    assertThat(payloads.spareBytes()).isEqualTo(PayloadPool.MAX_SPARE_BYTES);
  }
}
