package io.dartagnan.mpc.replicated;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/** Replicated planes as seen from outside: all three parties' parts. */
public final class PlanesOfThree {
  private static final SecureRandom RANDOM = new SecureRandom();

  private PlanesOfThree() {}

  /** Deals planes of {@code width} words. */
  public static List<ReplicatedPlanes> deal(int width, long[] planes) {
    long[][] shares = new long[3][];
    shares[0] = RANDOM.longs(planes.length).toArray();
    shares[1] = RANDOM.longs(planes.length).toArray();
    shares[2] = new long[planes.length];
    for (int i = 0; i < planes.length; i++) {
      shares[2][i] = planes[i] ^ shares[0][i] ^ shares[1][i];
    }
    List<ReplicatedPlanes> dealt = new ArrayList<>();
    for (Party party : Party.ALL) {
      dealt.add(
          new ReplicatedPlanes(
              width, shares[party.index()].clone(), shares[party.next().index()].clone()));
    }
    return dealt;
  }

  /** Puts planes together, and checks that the two copies of each share agree. */
  public static long[] reconstruct(List<ReplicatedPlanes> parts) {
    long[] planes = new long[parts.get(0).own().length];
    for (Party party : Party.ALL) {
      ReplicatedPlanes part = parts.get(party.index());
      assertThat(part.next())
          .as("the copy that %s holds of its next party's share", party)
          .isEqualTo(parts.get(party.next().index()).own());
      for (int i = 0; i < planes.length; i++) {
        planes[i] ^= part.own()[i];
      }
    }
    return planes;
  }
}
