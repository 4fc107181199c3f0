package io.dartagnan.client.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dartagnan.client.configuration.QuerySettings;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PatienceTest {

  @Test
  void timeInWhichNoAttemptCouldBeginDoesNotCount() {
    Patience patience = new Patience(new QuerySettings(1, 1, 1, Optional.empty()));
    patience.failed();
    await().atMost(Duration.ofSeconds(20)).until(patience::isOver);

    patience.idle(Duration.ofHours(1).toMillis());

    assertThat(patience.isOver()).isFalse();
  }
}
