package io.dartagnan.testcontainers;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.NotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import java.util.function.Supplier;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.ContainerFetchException;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.images.RemoteDockerImage;
import org.testcontainers.utility.DockerImageName;

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

  private static final String RELEASE = "release.properties";

  /** Name of the image of this release. */
  static DockerImageName ofThisRelease() {
    return DockerImageName.parse("dartagnan/cloud:" + version());
  }

  private static String version() {
    Properties written = new Properties();
    try (InputStream in = DockerDaemon.class.getResourceAsStream(RELEASE)) {
      written.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return written.getProperty("version");
  }

  /**
   * Requires that the daemon has the image, or can fetch it.
   *
   * @throws ContainerLaunchException that says what to do
   */
  static void require(DockerImageName image, DockerClient docker) {
    require(image, ofThisRelease(), docker);
  }

  /**
   * The same.
   *
   * @param built the one that no registry has
   */
  static void require(DockerImageName image, DockerImageName built, DockerClient docker) {
    String name = image.asCanonicalNameString();
    try {
      docker.inspectImageCmd(name).exec();
      return;
    } catch (NotFoundException missing) {
      if (name.equals(built.asCanonicalNameString())) {
        throw new ContainerLaunchException(
            "there is no image %s; build it in d'Artagnan's source folder with clusters/images/build, or name another one with withImage"
                .formatted(name));
      }
    }
    try {
      new RemoteDockerImage(image).get();
    } catch (ContainerFetchException e) {
      throw new ContainerLaunchException(
          "the Docker daemon has no image %s and cannot fetch it; correct the name, or build the image of this release with clusters/images/build and leave withImage out"
              .formatted(name),
          e);
    }
  }
}
