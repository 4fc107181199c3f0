package io.dartagnan.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mesh.session.MeshSession;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.session.Session;
import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.ProtocolSuites;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The installed suites compare columns of every width over the windows of a real mesh, batch after
 * batch: no round waits for itself.
 */
@ExtendWith(NoLeaks.class)
@Tag("thorough")
class ProtocolsOverMeshTest {
  private static final Comparison LESS = new Comparison(Operator.LESS, Ordering.UNSIGNED);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int BATCHES = 4;

  private static ThreeMeshes three;
  private static ExecutorService threads;

  private final SecureRandom random = Seed.generator(Seed.of(this));

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    three = ThreeMeshes.start(TestCertificates.in(folder), TIMEOUT, settings -> settings);
    threads = Executors.newFixedThreadPool(Party.ALL.size());
  }

  @AfterAll
  static void stop() {
    threads.shutdownNow();
    three.close();
  }

  /** Batches as a RegionServer cuts them, and one row of the longest text. */
  static Stream<Arguments> batches() {
    return Stream.of("araki", "bogdanov")
        .flatMap(
            suite ->
                Stream.of(Sharing.XOR, Sharing.ADDITIVE, Sharing.REPLICATED_XOR)
                    .flatMap(
                        sharing ->
                            Stream.of(
                                Arguments.of(suite, sharing, 1, 8192),
                                Arguments.of(suite, sharing, 64, 512),
                                Arguments.of(suite, sharing, 501, 65),
                                Arguments.of(suite, sharing, Ring.MAX_LIMBS, 1))));
  }

  @ParameterizedTest
  @MethodSource("batches")
  void anOrderIsFoundBatchAfterBatch(String suiteName, Sharing sharing, int limbs, int lanes)
      throws Exception {
    ProtocolSuite suite = ProtocolSuites.installed().named(suiteName);
    Ring ring = new Ring(limbs);
    Dealer dealer = new Dealer(sharing, ring, random);
    long[] values = random.longs((long) lanes * limbs).toArray();
    long[] operand = random.longs(limbs).toArray();
    List<Shares> x = dealer.deal(values);
    List<Shares> k = dealer.deal(operand);
    SessionId id = ThreeMeshes.newId();
    List<CompletableFuture<List<long[]>>> sides = new ArrayList<>();
    for (Party party : Party.ALL) {
      sides.add(
          CompletableFuture.supplyAsync(
              () -> side(id, suite, x.get(party.index()), k.get(party.index())), threads));
    }
    for (CompletableFuture<List<long[]>> side : sides) {
      for (long[] answer : side.get(60, TimeUnit.SECONDS)) {
        for (int lane = 0; lane < lanes; lane++) {
          boolean less = (answer[lane / Long.SIZE] >>> lane & 1) == 1;
          assertThat(less).as("lane %d", lane).isEqualTo(isLess(values, lane * limbs, operand));
        }
      }
    }
  }

  private static List<long[]> side(SessionId id, ProtocolSuite suite, Shares x, Shares k) {
    try (MeshSession mesh = three.open(x.holder(), id)) {
      Session session = Session.begin(mesh);
      List<long[]> answers = new ArrayList<>();
      for (int batch = 0; batch < BATCHES; batch++) {
        answers.add(suite.reveal(session.nextBatch(), LESS, x, k));
      }
      return answers;
    }
  }

  private static boolean isLess(long[] values, int at, long[] operand) {
    for (int limb = 0; limb < operand.length; limb++) {
      int order = Long.compareUnsigned(values[at + limb], operand[limb]);
      if (order != 0) {
        return order < 0;
      }
    }
    return false;
  }
}
