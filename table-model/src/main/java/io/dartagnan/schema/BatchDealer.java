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

  private final Map<Group, List<long[]>> elements = new HashMap<>();
  private final Map<Group, List<Shares>> shares = new HashMap<>();

  /** A dealer of nothing yet. */
  public BatchDealer() {}

  /** Takes an element in; its shares can be read after {@link #deal}. */
  StoredValue add(SharedProtection protection, long[] element) {
    Group group = Group.of(protection);
    List<long[]> alike = elements.computeIfAbsent(group, any -> new ArrayList<>());
    int lane = alike.size();
    alike.add(element);
    return (party, writeId) ->
        ShareCell.encode(protection, writeId, shares.get(group).get(party.index()), lane);
  }

  /**
   * Draws the shares of everything taken in.
   *
   * @param random the only source of shares
   */
  public void deal(SecureRandom random) {
    elements.forEach(
        (group, alike) -> {
          int limbs = group.ring().limbs();
          long[] batch = new long[Math.multiplyExact(limbs, alike.size())];
          for (int i = 0; i < alike.size(); i++) {
            System.arraycopy(alike.get(i), 0, batch, i * limbs, limbs);
          }
          shares.put(group, new Dealer(group.sharing(), group.ring(), random).deal(batch));
        });
  }
}
