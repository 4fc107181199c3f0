package io.dartagnan.testcontainers;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.utility.DockerImageName;

/** Starts that fail: what they say, and that nothing is left of them. */
class FailedStartIT {
  private final Remains remains = new Remains();
  private final DartagnanContainers clouds = new DartagnanContainers();

  @AfterEach
  void nothingIsLeft() {
    remains.assertNone();
  }

  @Test
  void anImageThatIsNotThereIsBuiltByTheCommandThatIsNamed() {
    DockerImageName none = DockerImageName.parse("dartagnan/cloud:no-such-version");

    assertThatThrownBy(() -> DockerDaemon.require(none, none, DockerDaemon.require()))
        .isInstanceOf(ContainerLaunchException.class)
        .hasMessage(
            "there is no image dartagnan/cloud:no-such-version; build it in d'Artagnan's source folder with clusters/images/build, or name another one with withImage");
  }

  @Test
  void aCloudThatIsTooSlowIsNamedWithTheEndOfItsLog() {
    clouds.withStartupTimeout(Duration.ofMillis(1));

    assertThatThrownBy(clouds::start)
        .isInstanceOf(ContainerLaunchException.class)
        .hasMessageMatching(
            "(?s)cloud 0 was not ready after 1 ms: its master .*withStartupTimeout.*\n(The last lines of its log:\n.*|Its log is empty\\.)");
  }

  @Test
  void aSettingThatACloudCannotTakeIsNamed() {
    clouds.withSetting("dartagnan.mesh.timeout.ms", "soon");

    assertThatThrownBy(clouds::start)
        .isInstanceOf(ContainerLaunchException.class)
        .hasMessageContaining("cloud 0")
        .hasMessageContaining("dartagnan.mesh.timeout.ms is set to 'soon'");
  }
}
