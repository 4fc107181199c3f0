package io.dartagnan.testcontainers;

import com.github.dockerjava.api.DockerClient;
import java.util.function.Supplier;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.ContainerFetchException;
import org.testcontainers.containers.ContainerLaunchException;

/** Docker daemon that Testcontainers finds. */
final class DockerDaemon {
  private DockerDaemon() {}

  /**
   * Its client.
   *
   * @throws ContainerLaunchException in one sentence, if none answers
   */
  static DockerClient require() {
    return require(() -> DockerClientFactory.instance().client());
  }

  /** The same, by another way to it. */
  static DockerClient require(Supplier<DockerClient> way) {
    try {
      return way.get();
    } catch (ContainerFetchException e) {
      throw new ContainerLaunchException(
          "Testcontainers cannot fetch the image with which it cleans up; where no registry can be reached set the environment variable TESTCONTAINERS_RYUK_DISABLED to true",
          e);
    } catch (RuntimeException e) {
      throw new ContainerLaunchException(
          "three clouds in containers need a Docker daemon, and none answers; start one, or say where it is with the environment variable DOCKER_HOST",
          e);
    }
  }

  /** Host at which its containers' ports are reached. */
  static String host() {
    return DockerClientFactory.instance().dockerHostIpAddress();
  }
}
