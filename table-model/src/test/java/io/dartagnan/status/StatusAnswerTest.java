package io.dartagnan.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import io.dartagnan.status.PeerStatus.Connection;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The layout of a status, and what is not one. */
class StatusAnswerTest {
  private static final byte[] QUESTION = {3};
  private static final byte[] FORMER_QUESTION = {2};
  private static final byte[] OLDEST_QUESTION = {1};
  private static final StatusAnswer SAMPLE = sample(2, 3, 9, 2);

  private static StatusAnswer sample(int oldest, int newest, long deviations, int connection) {
    return new StatusAnswer.Ready(
        new ServerStatus(
            Party.P1,
            "rs",
            "1.0",
            oldest,
            newest,
            "mesh",
            18600,
            3,
            deviations,
            deviations > 0 ? "P2 lied" : "",
            List.of(new CertificateStatus(Party.P1, true, "CN=a", "CN=b", 1, 2, "ff")),
            new DiscoveryStatus("Redis", "down", List.of("forged"), 4),
            List.of(
                new PeerStatus(
                    Party.P2, "p", "h", 5, -6, 7, Connection.CONNECTED, "no", connection))));
  }

  private static final String DEVIATIONS = "0000000000000009" + "00075032206c696564";

  private static final String GOLDEN =
      "0302"
          + ("01" + "00027273" + "0003312e30" + "00000002" + "00000003" + "00046d657368")
          + "000048a8"
          + "0000000000000003"
          + DEVIATIONS
          + ("0001" + "01" + "01" + "0004434e3d61" + "0004434e3d62")
          + ("0000000000000001" + "0000000000000002" + "00026666")
          + ("00055265646973" + "0004646f776e" + "0001" + "0006666f72676564" + "00000004")
          + ("0001" + "02" + "000170" + "000168" + "00000005")
          + ("fffffffffffffffa" + "0000000000000007" + "00" + "00026e6f" + "00000002");

  /** Of the release before. */
  private static final String FORMER =
      GOLDEN.replaceFirst("^03", "02").replaceFirst(DEVIATIONS, "");

  private static final String OLDEST =
      FORMER
          .replaceFirst("^02", "01")
          .replaceFirst("0000000200000003", "00000002")
          .replaceFirst("00000002$", "");

  @Test
  void theLayoutStaysAsItIs() {
    assertThat(HexFormat.of().formatHex(SAMPLE.encode(QUESTION))).isEqualTo(GOLDEN);
    assertThat(StatusAnswer.decode(HexFormat.of().parseHex(GOLDEN))).isEqualTo(SAMPLE);
    assertThat(new StatusAnswer.Pending().encode(QUESTION)).containsExactly(3, 0);
    assertThat(new StatusAnswer.Unavailable("x").encode(QUESTION)).containsExactly(3, 1, 0, 1, 'x');
    assertThat(StatusAnswer.question()).isEqualTo(QUESTION);
  }

  @Test
  void releasesBeforeAreAnsweredInTheirLayoutsAndUnderstood() {
    assertThat(HexFormat.of().formatHex(SAMPLE.encode(FORMER_QUESTION))).isEqualTo(FORMER);
    assertThat(StatusAnswer.decode(HexFormat.of().parseHex(FORMER)))
        .isEqualTo(sample(2, 3, ServerStatus.UNTOLD, 2));
    assertThat(HexFormat.of().formatHex(SAMPLE.encode(OLDEST_QUESTION))).isEqualTo(OLDEST);
    assertThat(StatusAnswer.decode(HexFormat.of().parseHex(OLDEST)))
        .isEqualTo(sample(2, 2, ServerStatus.UNTOLD, PeerStatus.UNTOLD));
  }

  @Test
  void aLaterReleaseIsAnsweredInTheNewestLayoutThatIsKnown() {
    assertThat(HexFormat.of().formatHex(SAMPLE.encode(new byte[] {4}))).isEqualTo(GOLDEN);
  }

  @Test
  void theShortAnswersComeBack() {
    for (StatusAnswer answer :
        List.of(new StatusAnswer.Pending(), new StatusAnswer.Unavailable("it stops"))) {
      assertThat(StatusAnswer.decode(answer.encode(QUESTION))).isEqualTo(answer);
    }
  }

  @Test
  void whatIsCutOrGoesOnIsRefused() {
    byte[] whole = SAMPLE.encode(QUESTION);
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> StatusAnswer.decode(cut))
          .as("the first %d bytes", length)
          .isInstanceOf(IllegalArgumentException.class);
    }
    byte[] longer = Arrays.copyOf(whole, whole.length + 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> StatusAnswer.decode(longer))
        .withMessageContaining("after its end");
  }

  @Test
  void anotherLayoutIsSaidToBeOfAnotherRelease() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> StatusAnswer.decode(new byte[] {9, 0}))
        .withMessage(
            "a status of layout 9 was received, this client knows layouts 1 to 3: the cloud is of a"
                + " later release than this client; upgrade the client");
  }

  @Test
  void nothingThatATerminalObeysPasses() {
    StatusAnswer answer = new StatusAnswer.Unavailable("a\u001b[2Jb\nc");

    assertThat(StatusAnswer.decode(answer.encode(QUESTION)))
        .isEqualTo(new StatusAnswer.Unavailable("a?[2Jb?c"));
  }

  @Test
  void aLongSentenceIsCut() {
    StatusAnswer answer =
        StatusAnswer.decode(new StatusAnswer.Unavailable("x".repeat(99_999)).encode(QUESTION));

    assertThat(((StatusAnswer.Unavailable) answer).reason()).hasSize(2_000);
  }
}
