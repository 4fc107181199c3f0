package io.dartagnan.client.write;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.ShareCell;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Dealer of the values of a whole batch of writes: one dealing per sharing and ring. */
final class BatchDealer {

  /** The values that are dealt together. */
  private record Group(Sharing sharing, Ring ring) {
    private static Group of(Protection protection) {
      return new Group(protection.laneSharing(), protection.laneType().ring());
    }
  }

  /**
   * The place of an element's shares.
   *
   * @param protection of the column it belongs to
   * @param lane its place among the elements that are shared alike
   */
  record Slot(Protection protection, int lane) {}

  private final Map<Group, List<long[]>> elements = new HashMap<>();
  private final Map<Group, List<Shares>> shares = new HashMap<>();

  /** Takes an element in; its shares can be read after {@link #deal}. */
  Slot add(Protection protection, long[] element) {
    List<long[]> alike = elements.computeIfAbsent(Group.of(protection), group -> new ArrayList<>());
    alike.add(element);
    return new Slot(protection, alike.size() - 1);
  }

  /** Draws the shares of everything taken in. */
  void deal(SecureRandom random) {
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

  /** The value of the cell with which one party keeps its share of one element. */
  byte[] cellValue(Slot slot, Party party, long writeId) {
    Shares batch = shares.get(Group.of(slot.protection())).get(party.index());
    return ShareCell.encode(slot.protection(), writeId, batch, slot.lane());
  }
}
