package io.dartagnan.client.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.dartagnan.client.fixture.MemoryCloud;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;

class FirstRegionsTest {
  private final List<Runnable> begun = new ArrayList<>();
  private final FirstRegions regions =
      new FirstRegions(cloud -> new MemoryCloud().connection(), begun::add);

  @Test
  void eachCloudIsAskedOnceOfATable() {
    regions.lookUp(TableName.valueOf("t"));
    regions.lookUp(TableName.valueOf("t"));

    assertThat(begun).hasSize(3);
  }

  /** Each of them may hold a thread for as long as HBase asks a cloud that does not answer. */
  @Test
  void fewAreAskedAtATime() {
    for (int i = 0; i < 100; i++) {
      regions.lookUp(TableName.valueOf("t" + i));
    }
    assertThat(begun).hasSize(12);

    begun.forEach(Runnable::run);
    regions.lookUp(TableName.valueOf("another"));
    assertThat(begun).hasSize(15);
  }

  @Test
  void aClosedConnectionIsNoFailure() {
    FirstRegions closed =
        new FirstRegions(
            cloud -> new MemoryCloud().connection(),
            task -> {
              throw new RejectedExecutionException("closed");
            });

    assertThatCode(() -> closed.lookUp(TableName.valueOf("t"))).doesNotThrowAnyException();
  }
}
