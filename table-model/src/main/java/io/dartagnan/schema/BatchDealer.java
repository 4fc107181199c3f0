package io.dartagnan.schema;

import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Dealer of the values of a whole batch of writes: one dealing per sharing and ring. */
public final class BatchDealer {

  /** The values that are dealt together. */
  private record Group(Sharing sharing, Ring ring) {
    private static Group of(SharedProtection protection) {
      return new Group(protection.laneSharing(), protection.laneType().ring());
    }
  }

  /** What is dealt at once: the elements, and once that is done their shares. */
  private static final class Alike {
    private final List<long[]> elements = new ArrayList<>();
    private List<Shares> shares;
  }

  private final Map<Group, Alike> groups = new HashMap<>();

  /** A dealer of nothing yet. */
  public BatchDealer() {}

  /** Takes an element in; its shares can be read after {@link #deal}. */
  StoredValue add(SharedProtection protection, long[] element) {
    Alike alike = groups.computeIfAbsent(Group.of(protection), any -> new Alike());
    int lane = alike.elements.size();
    alike.elements.add(element);
    return (party, writeId) ->
        ShareCell.encode(protection, writeId, alike.shares.get(party.index()), lane);
  }

  /**
   * Draws the shares of everything taken in.
   *
   * @param random the only source of shares
   */
  public void deal(SecureRandom random) {
    groups.forEach(
        (group, alike) -> {
          int limbs = group.ring().limbs();
          long[] batch = new long[Math.multiplyExact(limbs, alike.elements.size())];
          for (int i = 0; i < alike.elements.size(); i++) {
            System.arraycopy(alike.elements.get(i), 0, batch, i * limbs, limbs);
          }
          alike.shares = new Dealer(group.sharing(), group.ring(), random).deal(batch);
        });
  }
}
