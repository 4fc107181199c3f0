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
    } catch (RuntimeException e) {
      throw new ContainerLaunchException(
          isOfAnImage(e)
              ? "Testcontainers cannot fetch an image that it needs itself; where no registry can be reached set the environment variable TESTCONTAINERS_RYUK_DISABLED to true, and inside of a container TESTCONTAINERS_HOST_OVERRIDE to the host at which the daemon's ports are reached"
              : "three clouds in containers need a Docker daemon, and none answers; start one, or say where it is with the environment variable DOCKER_HOST",
          e);
    }
  }

  private static boolean isOfAnImage(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ContainerFetchException) {
        return true;
      }
    }
    return false;
  }

  /** Host at which its containers' ports are reached. */
  static String host() {
    return DockerClientFactory.instance().dockerHostIpAddress();
  }
}
