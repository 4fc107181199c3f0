package io.dartagnan.cli.setup;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Three clouds that are to be set up.
 *
 * @param clouds those of party 0, 1 and 2
 * @param redis where RegionServers find each other; empty for a list of them all
 * @param encrypted whether client and clouds speak HBase's own TLS, and with Redis
 */
record ThreeClouds(
    List<CloudPlace> clouds, Optional<RedisPlace> redis, ClientPlace client, boolean encrypted) {

  /** Every RegionServer of the three clouds, as {@code dartagnan.discovery.servers} takes them. */
  String listOfServers() {
    return String.join(
        ", ",
        clouds.stream()
            .flatMap(
                cloud ->
                    IntStream.range(0, cloud.regionServers().size())
                        .mapToObj(
                            i ->
                                "%d/%s,%d=%s:%d"
                                    .formatted(
                                        cloud.party().index(),
                                        cloud.regionServers().get(i).host(),
                                        cloud.regionServers().get(i).port(),
                                        cloud.meshHosts().get(i),
                                        cloud.meshPort())))
            .toList());
  }

  /** The two other clouds. */
  List<CloudPlace> others(CloudPlace than) {
    return clouds.stream().filter(cloud -> cloud.party() != than.party()).toList();
  }
}
