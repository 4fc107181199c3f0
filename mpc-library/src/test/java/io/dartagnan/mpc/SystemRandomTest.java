package io.dartagnan.mpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProviderException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemRandomTest {
  private static final int WORDS = 1 << 14;

  @Test
  void threadsDrawDifferentNumbersFromOneGenerator() throws Exception {
    Set<Long> drawn = ConcurrentHashMap.newKeySet();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Void>> tasks = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        tasks.add(
            () -> {
              byte[] bytes = new byte[WORDS * Long.BYTES];
              SystemRandom.get().nextBytes(bytes);
              ByteBuffer words = ByteBuffer.wrap(bytes);
              for (int word = 0; word < WORDS; word++) {
                drawn.add(words.getLong(word * Long.BYTES));
              }
              return null;
            });
      }
      for (Future<Void> done : threads.invokeAll(tasks)) {
        done.get();
      }
    } finally {
      threads.shutdownNow();
    }
    // Of 2^16 words of 64 bits two are alike once in 2^33 runs.
    assertThat(drawn).hasSize(4 * WORDS);
  }

  @Test
  void everyBitIsSetInHalfOfTheWords() {
    int[] set = new int[Long.SIZE];
    for (int word = 0; word < WORDS; word++) {
      long drawn = SystemRandom.get().nextLong();
      for (int bit = 0; bit < Long.SIZE; bit++) {
        set[bit] += (int) (drawn >>> bit & 1);
      }
    }
    // Eight standard deviations of 64 each.
    assertThat(IntStream.of(set)).allMatch(count -> Math.abs(count - WORDS / 2) < 8 * 64);
  }

  @Test
  void aSeedChangesNothing() {
    SecureRandom random = SystemRandom.get();
    random.setSeed(1);
    long first = random.nextLong();
    random.setSeed(1);
    assertThat(random.nextLong()).isNotEqualTo(first);
    random.setSeed(new byte[] {1});
    assertThat(random.generateSeed(16)).isNotEqualTo(random.generateSeed(16));
  }

  @Test
  void aDeviceThatEndsIsAnErrorAndNotZeros(@TempDir Path folder) throws Exception {
    Path device = Files.write(folder.resolve("random"), new byte[7]);
    SecureRandom random = SystemRandom.open(device.toString());
    assertThatThrownBy(() -> random.nextBytes(new byte[8]))
        .isInstanceOf(ProviderException.class)
        .hasMessageContaining("cannot be read");
  }

  @Test
  void javasOwnIsUsedWhereThereIsNoDevice(@TempDir Path folder) {
    SecureRandom random = SystemRandom.open(folder.resolve("none").toString());
    assertThat(random).isNotInstanceOf(SystemRandom.class);
    assertThat(random.nextLong()).isNotEqualTo(random.nextLong());
  }
}
