package io.dartagnan.clusters.it;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;

/** A plain HBase in one container of a cloud's image, to compare with. */
final class PlainContainer implements AutoCloseable {
  private static final String NAME = "dartagnan-it-plain";

  /** A list of no classes; an empty value would leave the image's own in force. */
  private static final String NONE = ",";

  private final RunningContainers docker;
  private final Path conf;

  private PlainContainer(RunningContainers docker, Path conf) {
    this.docker = docker;
    this.conf = conf;
  }

  /**
   * Starts it, and waits until it is ready.
   *
   * @param folder for its settings and those of its clients
   */
  static PlainContainer start(RunningContainers docker, Path folder) throws Exception {
    Path site =
        write(
            folder.resolve("plain-server"),
            "hbase.coprocessor.regionserver.classes",
            NONE,
            "hbase.coprocessor.user.region.classes",
            NONE);
    String image =
        docker
            .docker(
                "inspect", "--format", "{{.Config.Image}}", docker.container("regionserver-0-1"))
            .strip();
    docker.docker(
        "run",
        "--detach",
        "--name",
        NAME,
        "--volume",
        site + ":/etc/dartagnan:ro",
        image,
        "standalone");
    PlainContainer plain = new PlainContainer(docker, folder.resolve("plain-client"));
    try {
      await("the plain HBase is ready")
          .atMost(Duration.ofMinutes(3))
          .pollInterval(Duration.ofSeconds(1))
          .until(() -> plain.inspect("{{.State.Health.Status}}").equals("healthy"));
      write(plain.conf, "hbase.zookeeper.quorum", plain.inspect("{{.NetworkSettings.IPAddress}}"));
      return plain;
    } catch (Exception | AssertionError e) {
      plain.close();
      throw e;
    }
  }

  private String inspect(String format) throws Exception {
    return docker.docker("inspect", "--format", format, NAME).strip();
  }

  /** The folder of a client's configuration. */
  Path conf() {
    return conf;
  }

  /** Settings that every user may read: those of the container are not this test's. */
  private static Path write(Path folder, String... settings) throws IOException {
    StringBuilder site = new StringBuilder("<configuration>\n");
    for (int i = 0; i < settings.length; i += 2) {
      site.append(
          "<property><name>%s</name><value>%s</value></property>\n"
              .formatted(settings[i], settings[i + 1]));
    }
    Files.createDirectories(folder);
    Path file = Files.writeString(folder.resolve("hbase-site.xml"), site + "</configuration>\n");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    return folder;
  }

  @Override
  public void close() {
    try {
      docker.docker("rm", "--force", "--volumes", NAME);
    } catch (Exception e) {
      throw new IllegalStateException("the container " + NAME + " may still run", e);
    }
  }
}
