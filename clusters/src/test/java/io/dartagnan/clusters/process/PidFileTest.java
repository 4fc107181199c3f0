package io.dartagnan.clusters.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.clusters.files.OwnerOnly;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PidFileTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir Path folder;

  private ServerProcess server;
  private PidFile record;

  @BeforeEach
  void prepare() {
    server = new Sleeper(folder);
    server.prepare();
    record = new PidFile(folder.resolve("run").resolve("sleeper.pid"), server.marker());
  }

  @AfterEach
  void endWhatWasStarted() {
    record.find().ifPresent(ProcessHandle::destroyForcibly);
  }

  @Test
  void aLaunchedProcessIsFoundAgainByItsPidFileAlone() {
    record.launch(server);

    assertThat(new PidFile(record.file(), server.marker()).find()).isPresent();
  }

  @Test
  void anEndedProcessIsNotFound() {
    record.launch(server);
    record.find().orElseThrow().destroyForcibly();

    assertThat(record.awaitEnd(PATIENCE)).isTrue();
    assertThat(record.find()).isEmpty();
  }

  @Test
  void aPidThatAnotherProcessHasNowIsNotBelieved() throws Exception {
    OwnerOnly.write(record.file(), Long.toString(ProcessHandle.current().pid()));

    assertThat(record.find()).isEmpty();
  }

  @Test
  void aDamagedPidFileIsAProcessThatIsDown() {
    for (String content : List.of("", "-1", "0", "seven", "12 13", "99999999999999999999")) {
      OwnerOnly.write(record.file(), content);

      assertThat(record.find()).as(content).isEmpty();
    }
  }

  /** A process that does nothing but carry its marker. */
  private record Sleeper(Path folder) implements ServerProcess {
    @Override
    public Role role() {
      return Role.REDIS;
    }

    @Override
    public List<Port> ports() {
      return List.of();
    }

    @Override
    public boolean encrypted() {
      return false;
    }

    @Override
    public void prepare() {
      OwnerOnly.write(Path.of(marker()), "while :; do sleep 1; done\n");
    }

    @Override
    public List<String> command() {
      return List.of("sh", marker());
    }

    @Override
    public String marker() {
      return folder.resolve("sleeper.sh").toString();
    }

    @Override
    public Path log() {
      return folder.resolve("sleeper.log");
    }

    @Override
    public Path console() {
      return folder.resolve("sleeper.out");
    }

    @Override
    public String missing() {
      return Files.exists(folder) ? null : "its folder";
    }

    @Override
    public void quiesce() {}
  }
}
