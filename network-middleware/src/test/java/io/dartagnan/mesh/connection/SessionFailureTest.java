package io.dartagnan.mesh.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import org.junit.jupiter.api.Test;

class SessionFailureTest {

  @Test
  void theWordsOfAPeerAreForThisPartyAlone() {
    SessionFailure heard = SessionFailure.abortedBy(Party.P1, "its words");

    assertThat(heard.toException()).hasMessage("party 1: aborted the session: its words");
    assertThat(heard.told()).as("what the other peer hears of it").isNull();
  }

  @Test
  void whatIsNoticedHereIsToldWithTheNameOfWhoCausedIt() {
    assertThat(SessionFailure.noticed(Party.P1, "is gone", null).told())
        .isEqualTo("party 1: is gone");
    SessionFailure inPart =
        SessionFailure.noticed(Party.P1, "at mesh1:1: is gone", "is gone", null);
    assertThat(inPart.toException()).hasMessage("party 1: at mesh1:1: is gone");
    assertThat(inPart.told()).isEqualTo("party 1: is gone");
    assertThat(SessionFailure.abortedHere(Party.P0, "enough").told()).isEqualTo("enough");
  }
}
