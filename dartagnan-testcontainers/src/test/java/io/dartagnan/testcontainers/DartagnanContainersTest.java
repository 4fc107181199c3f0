package io.dartagnan.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.testcontainers.containers.ContainerFetchException;
import org.testcontainers.containers.ContainerLaunchException;

/** Errors before any container is there. */
class DartagnanContainersTest {
  private final DartagnanContainers clouds = new DartagnanContainers();

  @Test
  void nothingCanBeAskedOfCloudsThatWereNotStarted() {
    String sentence =
        "the three clouds were not started; annotate the field with @Container, or call start()";
    assertThatThrownBy(clouds::configuration)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(sentence);
    assertThatThrownBy(clouds::connect).hasMessage(sentence);
    assertThatThrownBy(() -> clouds.killCloud(0)).hasMessage(sentence);
    assertThatThrownBy(() -> clouds.logs(0)).hasMessage(sentence);
  }

  @Test
  void stoppingWhatWasNotStartedDoesNothing() {
    assertThatCode(clouds::close).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hbase.regionserver.port",
        "dartagnan.party",
        "hbase.rpc.tls.keystore.location",
        "hbase.server.netty.tls.supportplaintext"
      })
  void aSettingThatIsChosenHereIsRefused(String key) {
    assertThatThrownBy(() -> clouds.withSetting(key, "x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(key + " is given, which DartagnanContainers chooses itself");
  }

  @Test
  void otherSettingsAreTaken() {
    assertThat(clouds.withSetting("dartagnan.evaluation.slow.ms", "100")).isSameAs(clouds);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "512", "0m", "1.5g", "512mb", "1g -version"})
  void aHeapThatIsNoSizeIsRefused(String heap) {
    assertThatThrownBy(() -> clouds.withHeap(heap))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("heap '%s' is given; a size such as 512m or 2g is needed", heap);
  }

  @Test
  void aTimeoutThatIsNoneIsRefused() {
    assertThatThrownBy(() -> clouds.withStartupTimeout(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a start-up timeout of PT0S is given; a positive one is needed");
  }

  @Test
  void theImageIsThatOfThisRelease() {
    assertThat(DockerDaemon.ofThisRelease().asCanonicalNameString())
        .matches("dartagnan/cloud:[0-9][-.0-9A-Za-z]*");
  }

  @Test
  void withoutADaemonOneSentenceSaysWhatToDo() {
    assertThatThrownBy(
            () ->
                DockerDaemon.require(
                    () -> {
                      throw new IllegalStateException("Could not find a valid Docker environment");
                    }))
        .isInstanceOf(ContainerLaunchException.class)
        .hasMessageContaining("need a Docker daemon, and none answers; start one");
  }

  @Test
  void withoutARegistryOneSentenceSaysWhatToDo() {
    assertThatThrownBy(
            () ->
                DockerDaemon.require(
                    () -> {
                      throw new IllegalStateException(
                          new ContainerFetchException("Can't get Docker image ryuk"));
                    }))
        .isInstanceOf(ContainerLaunchException.class)
        .hasMessageContaining("TESTCONTAINERS_RYUK_DISABLED");
  }
}
