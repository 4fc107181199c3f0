package io.dartagnan.mpc.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.harness.Trial;
import io.dartagnan.mpc.sharing.Ring;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

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
  void whatAPartyDrawsAloneNobodyElseDraws() {
    List<long[][]> drawn =
        ThreeParties.run(
                (context, self) ->
                    new long[][] {
                      context.randomAlone(4),
                      context.narrow("other").randomAlone(4),
                      context.randomWithNext(4),
                      context.randomWithPrev(4)
                    })
            .results();
    Set<Long> words = new HashSet<>();
    drawn.forEach(streams -> Stream.of(streams).forEach(s -> LongStream.of(s).forEach(words::add)));
    // Two streams of each party's own, and three that two draw alike.
    assertThat(words).hasSize((3 * 2 + 3) * 4);
  }

  @Test
  void stepsHaveStreamsOfTheirOwn() {
    List<long[][]> drawn =
        ThreeParties.run(
                (context, self) ->
                    new long[][] {
                      context.narrow("a").randomWithNext(4), context.narrow("b").randomWithNext(4)
                    })
            .results();
    assertThat(drawn.get(0)[0]).isNotEqualTo(drawn.get(0)[1]);
  }

  /** Whatever streams of the exchange batches are on: a mask of one is never that of another. */
  @Test
  void noMaskAndNoStepOfABatchOccursInAnother() {
    int batches = 50;
    List<Set<Long>> seen =
        Trial.begin()
            .run(
                (session, exchange) -> {
                  Set<Long> numbers = new HashSet<>();
                  for (int i = 0; i < batches; i++) {
                    Context batch = session.nextBatch().onStream(1 + i % 4);
                    LongStream.of(batch.narrow("mask").randomWithNext(2)).forEach(numbers::add);
                    LongStream.of(batch.narrow("mask").randomWithPrev(2)).forEach(numbers::add);
                    sendAround(batch.opening("bits"));
                    numbers.addAll(batch.openings().keySet());
                  }
                  return numbers;
                })
            .orThrow();
    assertThat(seen).allSatisfy(numbers -> assertThat(numbers).hasSize(batches * 5));
  }

  @Test
  void aStreamOfMasksCannotBeHadAgainOnAnotherStreamOfTheExchange() {
    assertThatThrownBy(
            () ->
                ThreeParties.run(
                    (context, self) -> {
                      context.onStream(1).narrow("mask").randomWithNext(4);
                      return context.onStream(2).narrow("mask").randomWithNext(4);
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("batch0/mask")
        .hasMessageContaining("twice");
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

  static Stream<Arguments> usesOfAStep() {
    return Stream.<Entry<String, BiConsumer<Context, Party>>>of(
            Map.entry("randomWithNext", (context, self) -> context.randomWithNext(2)),
            Map.entry("randomWithPrev", (context, self) -> context.randomWithPrev(2)),
            Map.entry("randomAlone", (context, self) -> context.randomAlone(2)),
            Map.entry("maskWithNext", (context, self) -> context.maskWithNext(new long[2])),
            Map.entry("maskWithPrev", (context, self) -> context.maskWithPrev(new long[2])),
            Map.entry("send", (context, self) -> context.send(self.next(), new long[2])),
            Map.entry("sendBytes", (context, self) -> context.sendBytes(self.next(), new byte[2])))
        .map(use -> Arguments.of(use.getKey(), use.getValue()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("usesOfAStep")
  void noUseOfAStepCanBeHadTwice(String name, BiConsumer<Context, Party> use) {
    assertThatThrownBy(
            () ->
                ThreeParties.run(
                    (context, self) -> {
                      use.accept(context, self);
                      use.accept(context, self);
                      return null;
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("twice");
  }

  @Test
  void aStreamThatWasAMaskIsNotDrawnAsWell() {
    assertThatThrownBy(
            () ->
                ThreeParties.run(
                    (context, self) -> {
                      context.maskWithNext(new long[2]);
                      return context.randomWithNext(2);
                    }))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aMessageCannotBeReceivedTwice() {
    assertThatThrownBy(
            () ->
                ThreeParties.run(
                    (context, self) -> {
                      context.send(self.next(), new long[1]);
                      context.receive(self.prev(), 1);
                      return context.receive(self.prev(), 1);
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("from party");
    assertThatThrownBy(
            () ->
                ThreeParties.run(
                    (context, self) -> {
                      context.sendBytes(self.next(), new byte[1]);
                      context.receiveBytes(self.prev());
                      return context.receiveBytes(self.prev());
                    }))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void masksAreTheStreamThatCanBeDrawn() {
    List<long[][]> drawn =
        ThreeParties.run(
                (context, self) -> {
                  // More than one chunk of the stream.
                  long[] masked = new long[3000];
                  if (self == Party.P0) {
                    context.maskWithNext(masked);
                  } else if (self == Party.P1) {
                    masked = context.randomWithPrev(3000);
                  }
                  return new long[][] {masked};
                })
            .results();
    assertThat(drawn.get(0)[0]).isEqualTo(drawn.get(1)[0]);
    assertThat(LongStream.of(drawn.get(0)[0]).distinct().count()).isEqualTo(3000);
  }

  @Test
  void additiveResharingAddsUpToZeroAndHidesEveryShare() {
    Ring ring = new Ring(2);
    List<long[]> shares =
        ThreeParties.run((context, self) -> context.reshareAdditive(ring, new long[200])).results();
    assertThat(ring.add(ring.add(shares.get(0), shares.get(1)), shares.get(2))).containsOnly(0);
    for (long[] share : shares) {
      assertThat(share).doesNotContain(0);
    }
  }

  @Test
  void partsTravelAsOneMessageAlsoWhenAllThreeSendTheLongestAtOnce() {
    int words = Exchange.MAX_PAYLOAD_BYTES / Long.BYTES;
    long[] first = LongStream.range(0, 5).toArray();
    long[] second = LongStream.range(5, words).toArray();
    List<long[]> received =
        ThreeParties.run(
                (context, self) -> {
                  context.send(self.next(), first, second);
                  return context.receive(self.prev(), words);
                })
            .results();
    assertThat(received)
        .allSatisfy(all -> assertThat(all).isEqualTo(LongStream.range(0, words).toArray()));
  }

  /** Cut into two messages, it would make three parties that send first wait for each other. */
  @Test
  void whatIsLongerThanAMessageIsRefusedBeforeAnythingIsSent() {
    int words = Exchange.MAX_PAYLOAD_BYTES / Long.BYTES;
    Trial.Outcome<long[]> outcome =
        Trial.begin()
            .run(
                (session, exchange) -> {
                  Context step = session.nextBatch().narrow("values");
                  step.send(exchange.self().next(), new long[1], new long[words]);
                  return step.receive(exchange.self().prev(), words + 1);
                });
    assertThat(outcome.failures())
        .allSatisfy(
            failure ->
                assertThat(failure)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                        "a message of 16777224 bytes was given in step batch0/values, at most"
                            + " 16777216 are allowed; evaluate smaller batches"));
    assertThat(outcome.exchanges())
        .allSatisfy(exchange -> assertThat(exchange.bytesSent()).isZero());
  }

  @Test
  void whatIsLongerThanAMessageIsNotWaitedFor() {
    int words = Exchange.MAX_PAYLOAD_BYTES / Long.BYTES;
    assertThatThrownBy(
            () -> ThreeParties.run((context, self) -> context.receive(self.next(), words + 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("evaluate smaller batches");
  }

  @Test
  void bytesArriveAsTheyWereSent() {
    List<byte[]> received =
        ThreeParties.run(
                (context, self) -> {
                  context.sendBytes(self.next(), new byte[] {1, 2, (byte) self.index()});
                  ByteBuffer bytes = context.receiveBytes(self.prev());
                  byte[] copy = new byte[bytes.remaining()];
                  bytes.get(copy);
                  return copy;
                })
            .results();
    assertThat(received.get(1)).containsExactly(1, 2, 0);
    assertThat(received.get(0)).containsExactly(1, 2, 2);
  }

  @Test
  void aPartyThatOnlySendsOrOnlyReceivesInAnOpeningHasItOnRecord() {
    List<List<String>> openings =
        Trial.begin()
            .run(
                (session, exchange) -> {
                  Context batch = session.nextBatch();
                  Context words = batch.opening("words");
                  Context bytes = batch.opening("bytes");
                  switch (exchange.self()) {
                    case P0 -> {
                      words.send(Party.P1, new long[1]);
                      bytes.sendBytes(Party.P1, new byte[1]);
                    }
                    case P1 -> {
                      words.receive(Party.P0, 1);
                      bytes.receiveBytes(Party.P0);
                    }
                    case P2 -> {}
                  }
                  return List.copyOf(batch.openings().values());
                })
            .orThrow();
    assertThat(openings.get(0)).containsExactly("batch0/open-words", "batch0/open-bytes");
    assertThat(openings.get(1)).containsExactly("batch0/open-words", "batch0/open-bytes");
    assertThat(openings.get(2)).isEmpty();
  }

  @Test
  void everyBatchHasItsOwnOpeningsOnRecordAlsoWhenBatchesOverlap() {
    List<List<String>> openings =
        Trial.begin()
            .run(
                (session, exchange) -> {
                  Context first = session.nextBatch();
                  Context second = session.nextBatch();
                  Context third = session.nextBatch();
                  sendAround(second.narrow("c").opening("bits"));
                  sendAround(first.narrow("a").opening("bits").narrow("b"));
                  sendAround(third.narrow("d"));
                  sendAround(second.opening("more"));
                  List<String> paths = new ArrayList<>(first.openings().values());
                  paths.addAll(second.narrow("any").openings().values());
                  paths.addAll(third.openings().values());
                  return paths;
                })
            .orThrow();
    assertThat(openings)
        .containsOnly(List.of("batch0/a/open-bits/b", "batch1/c/open-bits", "batch1/open-more"));
  }

  @Test
  void whatASuiteKeepsForABatchIsThatBatchsAlone() {
    List<List<StringBuilder>> kept =
        Trial.begin()
            .run(
                (session, exchange) -> {
                  Context first = session.nextBatch();
                  Context second = session.nextBatch();
                  return List.of(
                      first.narrow("a").ofBatch(StringBuilder.class, StringBuilder::new),
                      first.onStream(1).ofBatch(StringBuilder.class, StringBuilder::new),
                      second.ofBatch(StringBuilder.class, StringBuilder::new));
                })
            .orThrow();
    for (List<StringBuilder> side : kept) {
      assertThat(side.get(0)).isSameAs(side.get(1)).isNotSameAs(side.get(2));
    }
    assertThat(kept.get(0).get(0)).isNotSameAs(kept.get(1).get(0));
  }

  @Test
  void whatASuiteKeepsForASessionIsInAllItsBatches() {
    List<List<Object>> kept =
        Trial.begin()
            .run(
                (session, exchange) -> {
                  Context first = session.nextBatch();
                  Context second = session.nextBatch();
                  return List.<Object>of(
                      first.ofSession(StringBuilder.class, StringBuilder::new),
                      second.narrow("a").ofSession(StringBuilder.class, StringBuilder::new),
                      second.ofSession(Object.class, Object::new),
                      second.ofBatch(StringBuilder.class, StringBuilder::new),
                      first.batchNumber(),
                      second.narrow("a").onStream(2).batchNumber());
                })
            .orThrow();
    for (List<Object> side : kept) {
      assertThat(side.get(0)).isSameAs(side.get(1));
      assertThat(side.get(2)).isNotSameAs(side.get(0));
      assertThat(side.get(3)).isNotSameAs(side.get(0));
      assertThat(side.subList(4, 6)).containsExactly(0L, 1L);
    }
    assertThat(kept.get(0).get(0)).isNotSameAs(kept.get(1).get(0));
  }

  private static void sendAround(Context step) {
    step.send(step.self().next(), new long[1]);
    step.receive(step.self().prev(), 1);
  }
}
