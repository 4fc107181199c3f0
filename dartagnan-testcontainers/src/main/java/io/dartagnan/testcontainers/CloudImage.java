package io.dartagnan.testcontainers;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.NotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import org.testcontainers.containers.ContainerFetchException;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.images.RemoteDockerImage;
import org.testcontainers.utility.DockerImageName;

/** Image of a cloud: the one of this release, which no registry has, or another. */
final class CloudImage {
  private static final String RELEASE = "release.properties";

  private CloudImage() {}

  /** Name of the image of this release. */
  static DockerImageName ofThisRelease() {
    return DockerImageName.parse("dartagnan/cloud:" + version());
  }

  private static String version() {
    Properties written = new Properties();
    try (InputStream in = CloudImage.class.getResourceAsStream(RELEASE)) {
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
