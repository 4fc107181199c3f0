package io.dartagnan.server.query.agreement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.schema.LaneProtection;
import io.dartagnan.schema.Protection;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BlockAgreementTest {
  private static final int MOST = 8;
  private static final LaneProtection NUMBER = (LaneProtection) Protection.parse("additive int64");

  /** A party's list: blocks by the key of their one row, {@code !} behind one that differs. */
  private record Side(String blocks, boolean exhausted, boolean full) {

    static Side more(String blocks) {
      return new Side(blocks, false, false);
    }

    static Side all(String blocks) {
      return new Side(blocks, true, false);
    }

    static Side full(String blocks) {
      return new Side(blocks, false, true);
    }

    List<ColumnBlock> list(Party party) {
      List<ColumnBlock> list = new ArrayList<>();
      for (String block : blocks.isEmpty() ? new String[0] : blocks.split(" ")) {
        list.add(block(party, block));
      }
      return list;
    }

    private static ColumnBlock block(Party party, String text) {
      BlockBuilder builder = new BlockBuilder(Party.P0, List.of(NUMBER));
      String key = text.replaceAll("[!?]", "");
      if (text.endsWith("!")) {
        byte[] other = new byte[] {0, (byte) party.index()};
        builder.row(other, 0, other.length);
      }
      builder.row(key.getBytes(StandardCharsets.UTF_8), 0, key.length());
      if (text.endsWith("?")) {
        builder.otherVersion(0);
      }
      return builder.take();
    }
  }

  @Test
  void blocksAtTheFrontAreAgreedOnUntilOneDiffers() {
    Side same = Side.all("b d f h");
    assertThat(agree(same, same, same)).isEqualTo("4 alike, last");
    assertThat(agree(same, Side.more("b d f h"), same)).isEqualTo("4 alike");
    assertThat(agree(same, Side.more("b d"), same)).isEqualTo("2 alike");
    assertThat(agree(same, Side.all("b d f! h"), same)).isEqualTo("2 alike");
    assertThat(agree(same, Side.all("b d f h j"), same)).isEqualTo("4 alike");
    assertThat(agree(Side.all(""), Side.all(""), Side.all(""))).isEqualTo("0 alike, last");
  }

  @Test
  void aStretchThatDiffersEndsAtTheFirstEndThatAllThreeHave() {
    Side same = Side.all("b d f h");
    assertThat(agree(same, Side.all("b! d f h"), same)).isEqualTo("differs through b");
    assertThat(agree(same, Side.all("c d f h"), same)).isEqualTo("differs through d");
    assertThat(agree(Side.all("a f"), Side.more("c f"), same)).isEqualTo("differs through f");
  }

  /** Whatever one of them cannot compute with, all three look at. */
  @Test
  void aBlockThatOneCannotComputeWithDiffers() {
    Side same = Side.all("b d");
    assertThat(agree(Side.all("b? d"), same, same)).isEqualTo("differs through b");
    assertThat(agree(Side.all("b? d"), Side.all("b? d"), Side.all("b? d")))
        .isEqualTo("differs through b");
  }

  @Test
  void withNoEndInCommonWhoeverMayReadOnDoes() {
    assertThat(agree(Side.all("b d"), Side.more("c e"), Side.all("b d"))).isEqualTo("nothing yet");
    assertThat(agree(Side.all("b d"), Side.more(""), Side.all("b d"))).isEqualTo("nothing yet");
    assertThat(agree(Side.full("b d"), Side.more("c e"), Side.full("b d")))
        .isEqualTo("nothing yet");
    assertThat(agree(Side.all("b d"), Side.all("c e"), Side.full("b d")))
        .isEqualTo("differs through the end");
    assertThat(agree(Side.all("b"), Side.all(""), Side.all("b")))
        .isEqualTo("differs through the end");
  }

  static Stream<byte[]> messagesThatAreNoList() {
    byte[] digest = new byte[32];
    return Stream.of(
        new byte[0],
        new byte[] {3, 0, 0, 0, 0},
        new byte[] {0, 0, 0, 0, MOST + 1},
        new byte[] {0, -1, 0, 0, 0},
        new byte[] {0, 0, 0, 0, 0, 7},
        new byte[] {0, 0, 0, 0, 1, 0x7f, 0, 0, 0},
        new byte[] {0, 0, 0, 0, 1, -1, 0, 0, 0},
        // Two blocks that end at the same row.
        ByteBuffer.allocate(5 + 2 * 38)
            .put(new byte[] {0, 0, 0, 0, 2})
            .put(new byte[] {0, 0, 0, 1, 'b', 1})
            .put(digest)
            .put(new byte[] {0, 0, 0, 1, 'b', 1})
            .put(digest)
            .array());
  }

  @ParameterizedTest
  @MethodSource("messagesThatAreNoList")
  void aMessageThatIsNoListEndsItWithTheNameOfItsSender(byte[] message) {
    List<Throwable> failures =
        ThreeParties.<Throwable>run(
                (context, self) -> {
                  if (self == Party.P2) {
                    context.sendBytes(Party.P0, message);
                    context.sendBytes(Party.P1, message);
                    return new ProtocolException(Party.P2, "the liar");
                  }
                  List<ColumnBlock> blocks = Side.all("b d").list(self);
                  return catchThrowable(
                      () -> BlockAgreement.agree(context, blocks, true, false, MOST));
                })
            .results();
    for (Throwable failure : failures) {
      assertThat(failure).isInstanceOf(ProtocolException.class);
      assertThat(((ProtocolException) failure).culprit()).contains(Party.P2);
    }
  }

  /** What the three say, all alike. */
  private static String agree(Side... sides) {
    List<BlockAgreement.Outcome> outcomes =
        ThreeParties.run(
                (context, self) -> {
                  Side side = sides[self.index()];
                  return BlockAgreement.agree(
                      context, side.list(self), side.exhausted, side.full, MOST);
                })
            .results();
    List<String> texts = outcomes.stream().map(BlockAgreementTest::text).distinct().toList();
    assertThat(texts).hasSize(1);
    assertThat(outcomes.stream().map(BlockAgreement.Outcome::label).distinct()).hasSize(1);
    return texts.get(0);
  }

  private static String text(BlockAgreement.Outcome outcome) {
    if (outcome.isNothingYet()) {
      return "nothing yet";
    }
    if (outcome.differs()) {
      return "differs through "
          + (outcome.through() == null ? "the end" : new String(outcome.through()));
    }
    return outcome.alike() + " alike" + (outcome.isLast() ? ", last" : "");
  }
}
