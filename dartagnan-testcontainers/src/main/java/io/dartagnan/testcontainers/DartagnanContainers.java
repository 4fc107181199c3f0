package io.dartagnan.testcontainers;

import io.dartagnan.mpc.Party;
import io.dartagnan.testcontainers.ThreeClouds.Plan;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.lifecycle.Startable;
import org.testcontainers.utility.DockerImageName;

/**
 * Three clouds in containers for the tests of an application, each one HBase with d'Artagnan's
 * coprocessors.
 *
 * <pre>{@code
 * @Testcontainers
 * class PatientsTest {
 *   @Container static final DartagnanContainers CLOUDS = new DartagnanContainers();
 *
 *   @Test
 *   void findsWhatItPut() throws IOException {
 *     try (Connection hbase = CLOUDS.connect()) {
 *       ...
 *     }
 *   }
 * }
 * }</pre>
 *
 * <p>Everything between the clouds, and between the tests and the clouds, goes over mutual TLS with
 * keys that are made at each start. Several sets run side by side. Clouds are numbered 0 to 2. The
 * containers go with {@link #stop}, with their data; a stopped set can be started again and is
 * empty then. docs/testing.md has more.
 */
public final class DartagnanContainers implements Startable {
  private static final Pattern HEAP = Pattern.compile("[1-9][0-9]*[kKmMgG]");

  private final Map<String, String> settings = new LinkedHashMap<>();
  private DockerImageName image = DockerDaemon.ofThisRelease();
  private String heap = "512m";
  private Duration patience = Duration.ofMinutes(5);
  private ThreeClouds running;

  /** Three clouds of the image of this release, {@code dartagnan/cloud:VERSION}. */
  public DartagnanContainers() {}

  /**
   * Takes another image of a cloud, which the Docker daemon has or can fetch.
   *
   * @throws IllegalStateException if the clouds run already, as with every choice below
   */
  public DartagnanContainers withImage(DockerImageName image) {
    return choose(() -> this.image = image);
  }

  /**
   * Adds a setting to every cloud's {@code hbase-site.xml}.
   *
   * @throws IllegalArgumentException if it is one on which the three clouds here depend, such as a
   *     port
   */
  public DartagnanContainers withSetting(String key, String value) {
    if (Sites.chooses(key)) {
      throw new IllegalArgumentException(
          "%s is given, which DartagnanContainers chooses itself for each cloud; leave it out"
              .formatted(key));
    }
    return choose(() -> settings.put(key, value));
  }

  /**
   * Chooses the heap of each cloud's process, such as {@code 1g}; {@code 512m} unless chosen.
   *
   * @throws IllegalArgumentException if it is no size
   */
  public DartagnanContainers withHeap(String heap) {
    if (!HEAP.matcher(heap).matches()) {
      throw new IllegalArgumentException(
          "heap '%s' is given; a size such as 512m or 2g is needed".formatted(heap));
    }
    return choose(() -> this.heap = heap);
  }

  /**
   * Chooses how long clouds may take to be ready; five minutes unless chosen.
   *
   * @throws IllegalArgumentException if it is not positive
   */
  public DartagnanContainers withStartupTimeout(Duration timeout) {
    if (timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException(
          "a start-up timeout of %s is given; a positive one is needed".formatted(timeout));
    }
    return choose(() -> patience = timeout);
  }

  private synchronized DartagnanContainers choose(Runnable choice) {
    if (running != null) {
      throw new IllegalStateException("the three clouds run already; choose before they start");
    }
    choice.run();
    return this;
  }

  /**
   * Starts the three clouds and waits until each is ready. Does nothing when they run.
   *
   * @throws ContainerLaunchException that says what is missing and what to do, when nothing is left
   *     of them
   */
  @Override
  public synchronized void start() {
    if (running == null) {
      DockerDaemon.require(image, DockerDaemon.require());
      running = ThreeClouds.start(new Plan(image, settings, heap, patience), DockerDaemon.host());
    }
  }

  /** Removes the clouds with their data, and the keys. Does nothing when they do not run. */
  @Override
  public synchronized void stop() {
    if (running != null) {
      ThreeClouds clouds = running;
      running = null;
      clouds.close();
    }
  }

  /**
   * A configuration with which HBase's API uses the three clouds as one: for {@code
   * ConnectionFactory.createConnection}, {@code createAsyncConnection}, or a program that takes
   * one. Each call returns another. It builds on the {@code hbase-site.xml} of the class path, if
   * there is one, and gives up on a cloud that is down sooner than HBase does by itself.
   *
   * @throws IllegalStateException if the clouds were not started
   */
  public Configuration configuration() {
    return running().configuration();
  }

  /**
   * A connection to the three clouds, for the caller to close.
   *
   * @throws IllegalStateException if the clouds were not started
   */
  public Connection connect() throws IOException {
    return ConnectionFactory.createConnection(configuration());
  }

  /** Ends a cloud in good order; its data stay. Does nothing when it is down. */
  public void stopCloud(int cloud) {
    container(cloud).shutDown();
  }

  /** Ends a cloud's process at once, as a crash does; its data stay. */
  public void killCloud(int cloud) {
    container(cloud).kill();
  }

  /**
   * Starts a cloud that was stopped or killed, and waits until it is ready.
   *
   * @throws ContainerLaunchException if it is not, with the end of its log
   */
  public void startCloud(int cloud) {
    running().startAgain(Party.of(cloud));
  }

  /** Holds a cloud's process: it answers nothing, and its connections stay. */
  public void pauseCloud(int cloud) {
    container(cloud).pause();
  }

  /** Lets a cloud that was paused go on. */
  public void resumeCloud(int cloud) {
    container(cloud).resume();
  }

  /** All that a cloud's process has logged. */
  public String logs(int cloud) {
    return container(cloud).getLogs();
  }

  CloudContainer container(int cloud) {
    return running().container(Party.of(cloud));
  }

  private synchronized ThreeClouds running() {
    if (running == null) {
      throw new IllegalStateException(
          "the three clouds were not started; annotate the field with @Container, or call start()");
    }
    return running;
  }
}
