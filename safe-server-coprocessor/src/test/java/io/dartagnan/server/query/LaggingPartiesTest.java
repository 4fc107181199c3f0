package io.dartagnan.server.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import java.io.StringWriter;
import java.util.function.ObjIntConsumer;
import org.apache.log4j.Logger;
import org.apache.log4j.SimpleLayout;
import org.apache.log4j.WriterAppender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LaggingPartiesTest {
  private static final int MOST = 10;

  private final StringWriter log = new StringWriter();
  private final WriterAppender appender = new WriterAppender(new SimpleLayout(), log);
  private final LaggingParties lagging = new LaggingParties(MOST);

  @BeforeEach
  void captureTheLog() {
    Logger.getLogger(LaggingParties.class).addAppender(appender);
  }

  @AfterEach
  void leaveTheLog() {
    Logger.getLogger(LaggingParties.class).removeAppender(appender);
  }

  @Test
  void everyWriteCountsForTheServerWhicheverEvaluationSawIt() {
    lagging.ofOneEvaluation().accept(Party.P1, 4);
    lagging.ofOneEvaluation().accept(Party.P1, 10);
    lagging.ofOneEvaluation().accept(Party.P2, 1);

    assertThat(lagging.missing(Party.P0)).isZero();
    assertThat(lagging.missing(Party.P1)).isEqualTo(14);
    assertThat(lagging.missing(Party.P2)).isEqualTo(1);
  }

  @Test
  void anEvaluationEndsOnceAPartyLacksMoreThanIsAllowed() {
    ObjIntConsumer<Party> missing = lagging.ofOneEvaluation();
    missing.accept(Party.P1, 6);
    missing.accept(Party.P2, 6);
    missing.accept(Party.P1, 4);

    assertThatThrownBy(() -> missing.accept(Party.P1, 1))
        .isInstanceOfSatisfying(
            ProtocolException.class, e -> assertThat(e.culprit()).contains(Party.P1))
        .hasMessageStartingWith("party 1: lacks 11 writes of this range")
        .hasMessageContaining("dartagnan.alignment.missing.max (10)")
        .hasMessageContaining("restored from an old backup?");
    assertThat(lagging.missing(Party.P1)).as("what ended it counts too").isEqualTo(11);
    // Another evaluation begins from nothing.
    lagging.ofOneEvaluation().accept(Party.P1, MOST);
  }

  @Test
  void theLogNamesAPartyOnceAMinute() {
    lagging.ofOneEvaluation().accept(Party.P1, 3);
    lagging.ofOneEvaluation().accept(Party.P1, 4);
    lagging.ofOneEvaluation().accept(Party.P2, 5);

    assertThat(log.toString().lines())
        .containsExactly(
            "WARN - party 1 lacks 3 writes that are minutes old and that the two other clouds"
                + " hold: clients read their rows again, or fail; 'dartagnan verify' says of which table,"
                + " 'dartagnan repair 1 TABLE' gives back what can be given",
            "WARN - party 2 lacks 5 writes that are minutes old and that the two other clouds"
                + " hold: clients read their rows again, or fail; 'dartagnan verify' says of which table,"
                + " 'dartagnan repair 2 TABLE' gives back what can be given");
  }
}
