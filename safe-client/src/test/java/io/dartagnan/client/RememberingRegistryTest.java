package io.dartagnan.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionLocations;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.ConnectionRegistry;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.junit.jupiter.api.Test;

class RememberingRegistryTest {
  private final String place = UUID.randomUUID().toString();
  private final Cloud cloud = new Cloud();

  /** Answers each question with the next of what it is to say, and counts them. */
  private class Cloud implements ConnectionRegistry {
    private final Queue<CompletableFuture<RegionLocations>> meta = new ArrayDeque<>();
    private int idsAsked;

    @Override
    public CompletableFuture<RegionLocations> getMetaRegionLocations() {
      return meta.remove();
    }

    @Override
    public CompletableFuture<String> getClusterId() {
      idsAsked++;
      return CompletableFuture.completedFuture("id");
    }

    @Override
    public CompletableFuture<ServerName> getActiveMaster() {
      return CompletableFuture.completedFuture(server(0));
    }

    @Override
    public String getConnectionString() {
      return place;
    }

    @Override
    public void close() {}
  }

  private static ServerName server(int port) {
    return ServerName.valueOf("rs", port, 1);
  }

  private static RegionLocations at(int port) {
    return new RegionLocations(
        new HRegionLocation(RegionInfoBuilder.FIRST_META_REGIONINFO, server(port)));
  }

  private static ServerName told(RememberingRegistry by) {
    return by.getMetaRegionLocations().join().getRegionLocation().getServerName();
  }

  @Test
  void theSecondConnectionAsksNothing() {
    cloud.meta.add(CompletableFuture.completedFuture(at(1)));
    for (int connection = 0; connection < 2; connection++) {
      RememberingRegistry registry = new RememberingRegistry(cloud);
      assertThat(registry.getClusterId().join()).isEqualTo("id");
      assertThat(told(registry)).isEqualTo(server(1));
    }
    assertThat(cloud.idsAsked).isOne();
    assertThat(cloud.meta).isEmpty();
  }

  @Test
  void whoAsksAgainIsAnsweredByTheCloudAndSoAreThoseBehindIt() {
    cloud.meta.add(CompletableFuture.completedFuture(at(1)));
    cloud.meta.add(CompletableFuture.completedFuture(at(2)));
    told(new RememberingRegistry(cloud));
    RememberingRegistry second = new RememberingRegistry(cloud);

    assertThat(told(second)).isEqualTo(server(1));
    assertThat(told(second)).isEqualTo(server(2));
    assertThat(told(new RememberingRegistry(cloud))).isEqualTo(server(2));
  }

  @Test
  void aFailureIsNotRemembered() {
    cloud.meta.add(CompletableFuture.completedFuture(at(1)));
    cloud.meta.add(CompletableFuture.failedFuture(new IllegalStateException("down")));
    cloud.meta.add(CompletableFuture.completedFuture(at(2)));
    RememberingRegistry first = new RememberingRegistry(cloud);
    told(first);

    assertThat(first.getMetaRegionLocations()).isCompletedExceptionally();
    assertThat(told(new RememberingRegistry(cloud))).isEqualTo(server(2));
  }

  @Test
  void anotherCloudIsAnotherPlace() {
    cloud.meta.add(CompletableFuture.completedFuture(at(1)));
    told(new RememberingRegistry(cloud));
    Cloud other =
        new Cloud() {
          @Override
          public String getConnectionString() {
            return "another place";
          }
        };
    other.meta.add(CompletableFuture.completedFuture(at(3)));

    assertThat(told(new RememberingRegistry(other))).isEqualTo(server(3));
  }
}
