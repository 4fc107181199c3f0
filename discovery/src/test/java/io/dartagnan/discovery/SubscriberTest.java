package io.dartagnan.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests that listening goes on, at a bearable pace, whatever Redis and the listener do. */
class SubscriberTest extends RedisTest {
  private static final String CONFIRMED =
      "*3\r\n$9\r\nsubscribe\r\n$"
          + RecordFormat.CHANNEL.length()
          + "\r\n"
          + RecordFormat.CHANNEL
          + "\r\n:1\r\n";
  private static final String ENDED = CONFIRMED.replace("$9\r\n", "$11\r\nun").replace(":1", ":0");

  private final DiscoveryMetrics metrics = new DiscoveryMetrics();
  private final AtomicInteger subscribed = new AtomicInteger();

  private Subscriber subscriber(RedisSettings settings, Runnable onSubscribed) throws Exception {
    return new Subscriber(
        new RedisConnector(settings, metrics),
        metrics,
        RedisDiscovery.threads("watch"),
        new Subscriber.Listener() {
          @Override
          public void subscribed() {
            subscribed.incrementAndGet();
            onSubscribed.run();
          }

          @Override
          public void changed(String key) {
            throw new IllegalStateException("nobody said so");
          }
        });
  }

  private void awaitReconnects(int count) {
    await("reconnects").atMost(DEADLINE).until(() -> metrics.subscriberReconnects() >= count);
  }

  private void isCountedAndPausedAfter(String answer) throws Exception {
    try (Impostor impostor = new Impostor(Impostor.saying(answer));
        Subscriber subscriber = subscriber(impostor.settings(), () -> {})) {
      subscriber.start();
      awaitReconnects(3);
      long counted = metrics.subscriberReconnects();
      assertThat(impostor.connections()).isLessThanOrEqualTo((int) counted + 2);
    }
  }

  @Test
  void anAnswerThatIsNoSubscriptionIsAFailure() throws Exception {
    isCountedAndPausedAfter("+OK\r\n");
  }

  @Test
  void aSubscriptionThatTheOtherEndTakesBackIsAFailure() throws Exception {
    isCountedAndPausedAfter(CONFIRMED + ENDED);
  }

  @Test
  void subscriptionsThatDoNotLastAreTriedAgainEverMoreSeldomAndToldOfOnce() throws Exception {
    long began = System.nanoTime();
    String log =
        logOf(
            logged -> {
              try (Impostor impostor =
                      new Impostor(
                          (client, out) -> {
                            client.getInputStream().read(new byte[1024]);
                            Impostor.say(out, CONFIRMED);
                          });
                  Subscriber subscriber = subscriber(impostor.settings(), () -> {})) {
                subscriber.start();
                awaitReconnects(5);
              }
            });
    assertThat(subscribed.get()).as("subscriptions that were confirmed").isGreaterThan(3);
    // The pauses between five failures; it cannot have been sooner.
    assertThat((System.nanoTime() - began) / 1_000_000).isGreaterThan(100 + 200 + 400 + 800);
    assertThat(log).containsOnlyOnce("WARN");
  }

  @Test
  void whateverAListenerThrowsTheSubscriptionComesBack() throws Exception {
    Runnable failsAtFirst =
        () -> {
          if (subscribed.get() == 1) {
            throw new NoClassDefFoundError("as the test wants it");
          }
        };
    try (Subscriber subscriber = subscriber(new RedisSettings(redis.uri(), LONG), failsAtFirst)) {
      subscriber.start();
      await("it is there again").atMost(DEADLINE).until(() -> subscribed.get() == 2);
    }
  }
}
