package io.dartagnan.schema;

import io.dartagnan.mpc.Party;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Placement of versions: which clouds have a part of each, and how many of them have the last word.
 * A write is acknowledged, and its versions are complete, once every one of the clouds has taken
 * it.
 *
 * <p>It says where data is. The parties that deal shares and compute are {@link Party#ALL}, and
 * lists with an entry for each party have one whatever the placement.
 *
 * @param clouds in order of index
 * @param quorum how many clouds that agree know for sure that a version is there
 */
public record Placement(List<Party> clouds, int quorum) {

  /** A part of each version on each of the three clouds. */
  public static final Placement THREE_CLOUDS = new Placement(Party.ALL, 2);

  /** All on one plain cluster, cloud 0, which has nothing of ours. Nobody computes there. */
  public static final Placement ONE_CLUSTER = new Placement(List.of(Party.P0), 1);

  /** Whether it is {@link #ONE_CLUSTER}. */
  public boolean isOneCluster() {
    return clouds.size() == 1;
  }

  /** Those of the clouds that are wanted, in order of index. */
  public List<Party> clouds(Predicate<Party> wanted) {
    return clouds.stream().filter(wanted).toList();
  }

  /** The clouds beside one of them, in order of index. */
  public List<Party> others(Party cloud) {
    return clouds(each -> each != cloud);
  }

  /** What each cloud has of something, in order of index. */
  public <T> List<T> ofEach(Function<Party, T> part) {
    return clouds.stream().map(part).toList();
  }

  /**
   * The clouds whose answers are alike on too few clouds for a quorum, in order of index.
   *
   * @param byCloud entry i from cloud i
   * @param alike whether two are; true of an answer and itself
   */
  public <T> List<Party> outvoted(List<T> byCloud, BiPredicate<? super T, ? super T> alike) {
    return clouds(
        cloud -> {
          T own = byCloud.get(cloud.index());
          return clouds(other -> alike.test(own, byCloud.get(other.index()))).size() < quorum;
        });
  }
}
