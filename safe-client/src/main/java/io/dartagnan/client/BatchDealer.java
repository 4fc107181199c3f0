package io.dartagnan.client;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.sharing.AdditiveSharing;
import io.dartagnan.mpc.sharing.Ring;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Shares the values of a whole batch of writes with one sharing per ring. */
final class BatchDealer {

  /**
   * Where an element's shares will be.
   *
   * @param ring the ring it is shared over
   * @param index its place among the elements of that ring
   */
  record Slot(Ring ring, int index) {}

  private final Map<Ring, List<long[]>> elements = new HashMap<>();
  private final Map<Ring, long[][]> shares = new HashMap<>();

  /** Takes an element in; its shares can be read after {@link #deal}. */
  Slot add(Ring ring, long[] element) {
    List<long[]> ofRing = elements.computeIfAbsent(ring, r -> new ArrayList<>());
    ofRing.add(element);
    return new Slot(ring, ofRing.size() - 1);
  }

  /** Draws the shares of everything taken in. */
  void deal(SecureRandom random) {
    elements.forEach(
        (ring, ofRing) -> {
          long[] batch = new long[Math.multiplyExact(ring.limbs(), ofRing.size())];
          for (int i = 0; i < ofRing.size(); i++) {
            System.arraycopy(ofRing.get(i), 0, batch, i * ring.limbs(), ring.limbs());
          }
          shares.put(ring, new AdditiveSharing(ring, random).share(batch));
        });
  }

  /** One party's share of one element. */
  long[] share(Slot slot, Party party) {
    int limbs = slot.ring().limbs();
    long[] batch = shares.get(slot.ring())[party.index()];
    return Arrays.copyOfRange(batch, slot.index() * limbs, (slot.index() + 1) * limbs);
  }
}
