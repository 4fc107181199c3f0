package io.dartagnan.mpc.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.harness.ThreeParties;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContextTest {

  @Test
  void resharingAddsNothingAndHidesEveryShare() {
    List<long[]> shares =
        ThreeParties.run(
                (context, self) -> {
                  long[] words = new long[1000];
                  context.reshareXor(words);
                  return words;
                })
            .results();
    for (int i = 0; i < 1000; i++) {
      assertThat(shares.get(0)[i] ^ shares.get(1)[i] ^ shares.get(2)[i]).isZero();
    }
    for (long[] share : shares) {
      assertThat(share).doesNotContain(0);
    }
  }

  @Test
  void neighboursDrawAlikeAndTheThirdDoesNot() {
    List<long[][]> drawn =
        ThreeParties.run(
                (context, self) ->
                    new long[][] {context.randomWithNext(4), context.randomWithPrev(4)})
            .results();
    for (Party party : Party.ALL) {
      long[] withNext = drawn.get(party.index())[0];
      assertThat(withNext).isEqualTo(drawn.get(party.next().index())[1]);
      assertThat(withNext).isNotEqualTo(drawn.get(party.prev().index())[0]);
      assertThat(withNext).isNotEqualTo(drawn.get(party.index())[1]);
    }
  }

  @Test
  void stepsAndBatchesHaveStreamsOfTheirOwn() {
    List<long[][]> drawn =
        ThreeParties.run(
                (context, self) ->
                    new long[][] {
                      context.narrow("a").randomWithNext(4), context.narrow("b").randomWithNext(4)
                    })
            .results();
    assertThat(drawn.get(0)[0]).isNotEqualTo(drawn.get(0)[1]);
  }

  @Test
  void aStreamThatIsAskedForTwiceEndsTheProtocol() {
    assertThatThrownBy(
            () ->
                ThreeParties.run(
                    (context, self) -> {
                      context.narrow("mask").randomWithNext(4);
                      return context.narrow("mask").randomWithNext(4);
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("batch0/mask")
        .hasMessageContaining("twice");
  }

  @Test
  void aMessageOfAnotherLengthNamesTheSenderAndTheStep() {
    assertThatThrownBy(
            () ->
                ThreeParties.run(
                    (context, self) -> {
                      Context step = context.narrow("values");
                      step.send(self.next(), new long[self == Party.P2 ? 3 : 4]);
                      return step.receive(self.prev(), 4);
                    }))
        .isInstanceOf(ProtocolException.class)
        .hasMessage("party 2: sent 24 bytes in step batch0/values, which takes 32");
  }

  @Test
  void aMessageOfAnotherStepIsRefused() {
    assertThatThrownBy(
            () ->
                ThreeParties.run(
                    (context, self) -> {
                      context.narrow(self == Party.P1 ? "x" : "y").send(self.next(), new long[1]);
                      return context.narrow("y").receive(self.prev(), 1);
                    }))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("party 1")
        .hasMessageContaining("step");
  }
}
