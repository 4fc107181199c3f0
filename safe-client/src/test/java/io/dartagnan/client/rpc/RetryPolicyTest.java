package io.dartagnan.client.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dartagnan.client.configuration.QuerySettings;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RetryPolicyTest {

  @Test
  void timeInWhichNoAttemptCouldBeginDoesNotCount() {
    RetryPolicy retryPolicy = new RetryPolicy(new QuerySettings(1, 1, 1, 1, Optional.empty()));
    retryPolicy.failed();
    await().atMost(Duration.ofSeconds(20)).until(retryPolicy::isOver);

    retryPolicy.idle(Duration.ofHours(1).toMillis());

    assertThat(retryPolicy.isOver()).isFalse();
  }
}
