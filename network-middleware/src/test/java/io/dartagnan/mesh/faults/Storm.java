package io.dartagnan.mesh.faults;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Changes the faults of relays at random, one after the other, until it is closed. */
public final class Storm implements AutoCloseable {
  private static final int MOST_PAUSE_MS = 1000;
  private static final int LONGEST_STALL_MS = 1500;

  private final List<Relay> relays;
  private final Random random;
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread thread;
  private volatile IOException failure;

  private Storm(List<Relay> relays, long seed) {
    this.relays = relays;
    this.random = new Random(seed);
    this.thread = new Thread(this::rage, "dartagnan-relay-storm");
  }

  /** Begins at once. */
  public static Storm begin(List<Relay> relays, long seed) {
    Storm storm = new Storm(List.copyOf(relays), seed);
    storm.thread.setDaemon(true);
    storm.thread.start();
    return storm;
  }

  private void rage() {
    try {
      while (!passes(random.nextInt(MOST_PAUSE_MS))) {
        strike(relays.get(random.nextInt(relays.size())));
      }
    } catch (IOException e) {
      failure = e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Lets some time go by; true if the storm is over. */
  private boolean passes(int milliseconds) throws InterruptedException {
    return over.await(milliseconds, TimeUnit.MILLISECONDS);
  }

  /** Half of the time something that loses nothing, so that sessions live for a while. */
  private void strike(Relay relay) throws IOException, InterruptedException {
    Direction direction = Direction.values()[random.nextInt(2)];
    switch (random.nextInt(14)) {
      case 0, 1, 2 -> relay.set(direction, line());
      case 3, 4, 5 -> relay.set(line());
      case 6 -> relay.set(Faults.NONE);
      case 7 -> relay.arm(direction, new Strike(Strike.Kind.FLIP, random.nextInt(1 << 20)));
      case 8 -> relay.arm(direction, new Strike(Strike.Kind.END, random.nextInt(1 << 20)));
      case 9 -> relay.arm(direction, new Strike(Strike.Kind.RESET, random.nextInt(1 << 20)));
      case 10 -> relay.drop(random.nextBoolean() ? Strike.Kind.RESET : Strike.Kind.END);
      case 11 -> relay.duplicate(random.nextBoolean());
      case 12 -> {
        relay.refuse();
        passes(random.nextInt(LONGEST_STALL_MS));
        relay.takeAgain();
      }
      default -> {
        relay.stall(direction);
        passes(random.nextInt(LONGEST_STALL_MS));
        relay.resume();
      }
    }
  }

  private Faults line() {
    return new Faults(
        Duration.ofMillis(random.nextInt(15)),
        Duration.ofMillis(random.nextInt(5)),
        random.nextBoolean() ? 0 : 2_000_000 + random.nextInt(20_000_000),
        random.nextBoolean() ? 0 : 1 + random.nextInt(2000));
  }

  /**
   * Ends the storm and leaves perfect lines; what it broke stays broken.
   *
   * @throws IOException if a relay could not do as it was told
   */
  @Override
  public void close() throws IOException {
    over.countDown();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(30));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (failure != null) {
      throw failure;
    }
    for (Relay relay : relays) {
      relay.calm();
    }
  }
}
