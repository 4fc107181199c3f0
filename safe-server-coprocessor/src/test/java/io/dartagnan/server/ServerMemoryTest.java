package io.dartagnan.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.server.query.admission.MemoryBudget;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.util.MemorySizeUtil;
import org.junit.jupiter.api.Test;

class ServerMemoryTest {
  private static final long HEAP = 1 << 30;

  private final Configuration conf = new Configuration(false);
  private final MemoryBudget budget = new MemoryBudget(HEAP * 4 / 10, 0);

  @Test
  void whatHBaseTakesUnlessToldOtherwiseLeavesTooLittle() {
    assertThat(ServerMemory.overcommitment(conf, budget, HEAP).orElseThrow())
        .contains(
            "0.40 for blocks (hfile.block.cache.size)",
            "0.40 (dartagnan.memory.max.bytes)",
            "at most 0.90 in all");
  }

  @Test
  void sharesThatFitAreNotWarnedOf() {
    conf.setFloat(HConstants.HFILE_BLOCK_CACHE_SIZE_KEY, 0.3f);
    conf.setFloat(MemorySizeUtil.MEMSTORE_SIZE_KEY, 0.2f);
    assertThat(ServerMemory.overcommitment(conf, budget, HEAP)).isEmpty();
  }
}
