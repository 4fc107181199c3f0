package io.dartagnan.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.junit.jupiter.api.Test;

class QueryFailureTest {
  private static final Page PAGE =
      new Page(Page.Kind.LAST, 0, 0, new byte[0], new byte[0], List.of());

  @Test
  void layoutIsTheDrawnOne() {
    assertThat(HexFormat.of().formatHex(new QueryFailure(true, "no").encode()))
        .isEqualTo("f1016e6f");
    assertThat(HexFormat.of().formatHex(new QueryFailure(false, "no").encode()))
        .isEqualTo("f1006e6f");
    assertThat(HexFormat.of().formatHex(QueryFailure.ofFullParty("no").encode()))
        .isEqualTo("f1026e6f");
    assertThat(HexFormat.of().formatHex(new QueryFailure(true, "no").whileComputing().encode()))
        .isEqualTo(
            "f1016e6f"
                + HexFormat.of()
                    .formatHex(" (while a batch was computed)".getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void whetherThePartiesHadBegunToComputeComesBack() {
    QueryFailure begun = new QueryFailure(true, "party 1: gone").whileComputing();

    assertThat(QueryFailure.decode(begun.encode())).isEqualTo(begun);
    assertThat(begun.toException())
        .hasMessage("party 1: gone")
        .isInstanceOfSatisfying(
            QueryAbortedException.class, e -> assertThat(e.wasComputing()).isTrue());
    assertThat(QueryFailure.of(begun.toException())).isEqualTo(begun);
  }

  @Test
  void whatWasTurnedAwayComesBackAsThat() {
    QueryFailure full = QueryFailure.decode(QueryFailure.ofFullParty("party 1: full").encode());

    assertThat(full.mayPass()).isTrue();
    assertThat(full.toException())
        .isInstanceOf(QueryTurnedAwayException.class)
        .hasMessage("party 1: full");
    assertThat(QueryFailure.of(full.toException())).isEqualTo(full);
    assertThat(QueryFailure.of(new QueryAbortedException("gone")).outlook())
        .isEqualTo(QueryFailure.Outlook.MAY_PASS);
  }

  @Test
  void aDeviationComesBackAsThat() {
    QueryFailure deviation = QueryFailure.ofDeviation("party 1: lied");

    assertThat(HexFormat.of().formatHex(deviation.encode())).startsWith("f103");
    assertThat(QueryFailure.decode(deviation.encode())).isEqualTo(deviation);
    assertThat(deviation.mayPass()).isFalse();
    assertThat(deviation.toException())
        .isInstanceOf(CloudDeviationException.class)
        .hasMessage("party 1: lied");
    assertThat(QueryFailure.of(deviation.toException())).isEqualTo(deviation);
  }

  @Test
  void whatMayPassComesBackAsAnAbortAndTheRestAsFinal() {
    QueryFailure aborted =
        QueryFailure.decode(QueryFailure.of(new QueryAbortedException("party 1: gone")).encode());
    QueryFailure refused = QueryFailure.decode(QueryFailure.of(new IOException("no")).encode());

    assertThat(aborted.toException())
        .isInstanceOf(QueryAbortedException.class)
        .hasMessage("party 1: gone");
    assertThat(refused.toException())
        .isExactlyInstanceOf(DoNotRetryIOException.class)
        .hasMessage("no");
  }

  @Test
  void thatKeysAreOutdatedComesBackAsThat() {
    QueryFailure outdated = QueryFailure.of(new OutdatedKeysException("there are others"));

    assertThat(HexFormat.of().formatHex(outdated.encode())).startsWith("f104");
    assertThat(QueryFailure.decode(outdated.encode())).isEqualTo(outdated);
    assertThat(outdated.mayPass()).isTrue();
    assertThat(outdated.toException())
        .isInstanceOf(OutdatedKeysException.class)
        .hasMessage("there are others");
  }

  @Test
  void noPageIsTakenForOneAndNoOtherBytesAreRead() {
    assertThat(QueryFailure.isOne(PAGE.encode())).isFalse();
    for (byte[] value :
        new byte[][] {{}, {(byte) 0xF1}, {1, 1, 65}, {(byte) 0xF1, 5, 65}, {(byte) 0xF1, -1, 65}}) {
      assertThatThrownBy(() -> QueryFailure.decode(value))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
