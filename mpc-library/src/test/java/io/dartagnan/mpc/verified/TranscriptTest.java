package io.dartagnan.mpc.verified;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.verified.Field.Element;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whatever a prover can choose changes its challenges, and so does what hides them. */
class TranscriptTest {
  private static final int WORDS = 3;

  private final Random random = Seed.random(this);
  private final long[] blind = words(Transcript.BLIND_WORDS);
  private final long[] statement = words(2);
  private final long[] shares = words(10);
  private final GateBits left = new GateBits(words(WORDS), words(WORDS), words(WORDS));

  private long[] words(int count) {
    return random.longs(count).toArray();
  }

  private Element first(Party prover) {
    return new Transcript(prover, left, blind, statement).challenge(Field.LARGE, shares, 0, 4);
  }

  private Element second() {
    Transcript transcript = new Transcript(Party.P0, left, blind, statement);
    transcript.challenge(Field.LARGE, shares, 0, 4);
    return transcript.challenge(Field.LARGE, shares, 4, 10);
  }

  @Test
  void everyWordOfItsInputChangesTheChallenges() {
    Set<Element> firsts = new HashSet<>(Set.of(first(Party.P0)));
    Set<Element> seconds = new HashSet<>(Set.of(second()));
    int changes = 0;
    for (long[] input : new long[][] {blind, statement, left.first(), left.second(), left.sign()}) {
      for (int i = 0; i < input.length; i++) {
        input[i] ^= 1L << random.nextInt(Long.SIZE);
        changes++;
        assertThat(firsts.add(first(Party.P0))).isTrue();
        assertThat(seconds.add(second())).isTrue();
      }
    }
    for (int i = 0; i < shares.length; i++) {
      shares[i] ^= 1L << random.nextInt(Long.SIZE);
      changes++;
      assertThat(firsts.add(first(Party.P0))).isEqualTo(i < 4);
      assertThat(seconds.add(second())).isTrue();
    }
    assertThat(seconds).hasSize(changes + 1).doesNotContainAnyElementsOf(firsts);
    assertThat(first(Party.P1)).isNotEqualTo(first(Party.P0));
  }

  /** Each part of a challenge takes each value as often as another, but for chance. */
  @Test
  void challengesAreUniform() {
    Field field = new Field(7);
    int[][] counts = new int[2][127];
    Transcript transcript = new Transcript(Party.P2, left, blind, statement);
    int draws = 127 * 400;
    for (int i = 0; i < draws; i++) {
      Element challenge = transcript.challenge(field, shares, 0, 2);
      counts[0][(int) challenge.real()]++;
      counts[1][(int) challenge.imaginary()]++;
    }
    for (int[] part : counts) {
      for (int count : part) {
        assertThat(count).isBetween(400 - 7 * 20, 400 + 7 * 20);
      }
    }
  }
}
