package io.dartagnan.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code docs/testing.md} shows the example as it is compiled, and names every method. */
class TestingPageTest {
  private static final Path PAGE = Path.of("..", "docs", "testing.md");
  private static final Path EXAMPLE =
      Path.of("src", "test", "java", "com", "example", "PatientsIT.java");
  private static final Pattern JAVA = Pattern.compile("```java\n(package .*?)```", Pattern.DOTALL);

  @Test
  void theExampleIsTheOneThatRuns() throws IOException {
    assertThat(JAVA.matcher(Files.readString(PAGE)).results().map(match -> match.group(1)))
        .containsExactly(Files.readString(EXAMPLE));
  }

  @Test
  void theBillOfMaterialsHasTheVersionThatIsTested() throws IOException {
    Pattern own = Pattern.compile("<testcontainers.version>(.*?)</testcontainers.version>");
    Pattern bill =
        Pattern.compile(
            "<artifactId>testcontainers-junit-jupiter</artifactId>\\s*<version>(.*?)</version>");

    String version =
        own.matcher(Files.readString(Path.of("..", "pom.xml")))
            .results()
            .findFirst()
            .get()
            .group(1);

    assertThat(
            bill.matcher(Files.readString(Path.of("..", "distribution", "bom", "pom.xml")))
                .results()
                .map(match -> match.group(1)))
        .containsExactly(version);
    assertThat(Files.readString(PAGE)).contains("Testcontainers is " + version + ".");
  }

  @Test
  void everyMethodIsOnThePage() throws IOException {
    String page = Files.readString(PAGE);

    for (var method : DartagnanContainers.class.getDeclaredMethods()) {
      if (Modifier.isPublic(method.getModifiers()) && !method.isSynthetic()) {
        assertThat(page).contains("`" + method.getName() + "(");
      }
    }
  }
}
