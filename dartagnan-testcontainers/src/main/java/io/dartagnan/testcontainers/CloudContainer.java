package io.dartagnan.testcontainers;

import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import io.dartagnan.provisioning.Site;
import io.dartagnan.testcontainers.Keys.PinnedStores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.output.FrameConsumerResultCallback;
import org.testcontainers.containers.output.OutputFrame.OutputType;
import org.testcontainers.containers.output.ToStringConsumer;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;

/** Container of one cloud, whose data stay while it is stopped and started again. */
final class CloudContainer extends GenericContainer<CloudContainer> {
  private static final String LOCALHOST = "localhost";

  /** For as long filters that run may come to their end. */
  private static final int GRACE_SECONDS = 60;

  private final CloudPlace place;

  CloudContainer(
      DockerImageName image, CloudPlace place, Network network, CloudFiles files, String heap) {
    super(image);
    this.place = place;
    // Where the daemon is this machine's, no other machine reaches the clouds.
    String address = place.host().equals(LOCALHOST) ? "127.0.0.1:" : "";
    setPortBindings(place.ports().stream().map(port -> address + port + ":" + port).toList());
    withNetwork(network);
    withNetworkAliases(place.alias());
    withCopyToContainer(files, CloudFiles.FOLDER);
    withEnv("DARTAGNAN_HEAP", heap);
    withCommand("standalone");
  }

  CloudPlace place() {
    return place;
  }

  /** Nothing here: all three are waited for together, when each knows the others' addresses. */
  @Override
  protected void waitUntilContainerStarted() {}

  /** Starts a container that is stopped, and does not wait. */
  void startAgain() {
    if (!isRunning()) {
      try {
        getDockerClient().startContainerCmd(getContainerId()).exec();
      } catch (RuntimeException e) {
        throw new ContainerLaunchException(
            "%s cannot be started again on ports %s: %s"
                .formatted(place, place.ports(), e.getMessage()),
            e);
      }
    }
  }

  /** Ends its process in good order. */
  void shutDown() {
    if (isRunning()) {
      resume();
      getDockerClient().stopContainerCmd(getContainerId()).withTimeout(GRACE_SECONDS).exec();
    }
  }

  /** Ends its process at once. */
  void kill() {
    if (isRunning()) {
      getDockerClient().killContainerCmd(getContainerId()).exec();
      getDockerClient().waitContainerCmd(getContainerId()).start().awaitStatusCode();
    }
  }

  /** Holds its process. */
  void pause() {
    if (isRunning() && !isPaused()) {
      getDockerClient().pauseContainerCmd(getContainerId()).exec();
    }
  }

  /** Lets its process go on. */
  void resume() {
    if (isPaused()) {
      getDockerClient().unpauseContainerCmd(getContainerId()).exec();
    }
  }

  private boolean isPaused() {
    return Boolean.TRUE.equals(getCurrentContainerInfo().getState().getPaused());
  }

  /** Status with which its process ended. */
  long exitStatus() {
    return getCurrentContainerInfo().getState().getExitCodeLong();
  }

  /** Lines that its process has logged since it was started last. */
  String logsOfThisRun() {
    ContainerState state = getCurrentContainerInfo().getState();
    ToStringConsumer lines = new ToStringConsumer();
    try (FrameConsumerResultCallback callback = new FrameConsumerResultCallback()) {
      callback.addConsumer(OutputType.STDOUT, lines);
      callback.addConsumer(OutputType.STDERR, lines);
      getDockerClient()
          .logContainerCmd(getContainerId())
          .withStdOut(true)
          .withStdErr(true)
          .withSince((int) Instant.parse(state.getStartedAt()).getEpochSecond())
          .exec(callback)
          .awaitCompletion();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the log of " + place, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ContainerLaunchException("interrupted while the log of " + place + " was read", e);
    }
    return lines.toUtf8String();
  }

  /**
   * Configuration of one cloud on its way into a container: a folder whose files the image's user
   * may read, and nobody else. It goes from memory into the container and is in no file of this
   * machine.
   */
  static final class CloudFiles implements Transferable {
    /** The place where the image expects it. */
    static final String FOLDER = "/etc/dartagnan";

    private static final int USER = 10001;
    private static final int FOLDER_MODE = 040700;
    private static final int FILE_MODE = 0100400;

    private final Map<String, byte[]> files = new LinkedHashMap<>();

    /**
     * The files of a cloud.
     *
     * @param site its hbase-site.xml
     */
    CloudFiles(Site site, PinnedStores mesh, PinnedStores rpc) {
      files.put(Site.FILE, site.xml().getBytes(StandardCharsets.UTF_8));
      put("mesh/", mesh);
      put("rpc/", rpc);
    }

    private void put(String folder, PinnedStores stores) {
      files.put(folder + "keystore.p12", stores.keystore());
      files.put(folder + "truststore.p12", stores.truststore());
    }

    @Override
    public void transferTo(TarArchiveOutputStream tar, String destination) {
      try {
        for (String folder : new String[] {"/", "/mesh/", "/rpc/"}) {
          begin(tar, new TarArchiveEntry(destination + folder), FOLDER_MODE);
          tar.closeArchiveEntry();
        }
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
          TarArchiveEntry entry = new TarArchiveEntry(destination + "/" + file.getKey());
          entry.setSize(file.getValue().length);
          begin(tar, entry, FILE_MODE);
          tar.write(file.getValue());
          tar.closeArchiveEntry();
        }
      } catch (IOException e) {
        throw new UncheckedIOException("cannot send the configuration of a cloud", e);
      }
    }

    private static void begin(TarArchiveOutputStream tar, TarArchiveEntry entry, int mode)
        throws IOException {
      entry.setMode(mode);
      entry.setUserId(USER);
      entry.setGroupId(USER);
      tar.putArchiveEntry(entry);
    }

    @Override
    public long getSize() {
      return files.values().stream().mapToLong(file -> file.length).sum();
    }

    @Override
    public String getDescription() {
      return "the configuration of a cloud";
    }
  }
}
