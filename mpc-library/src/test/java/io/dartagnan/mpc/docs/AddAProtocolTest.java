package io.dartagnan.mpc.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.example.TextbookSuite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/add-a-protocol.md} shows the example as it is, and names tests that there are. */
class AddAProtocolTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "add-a-protocol.md");
  private static final Path TESTS = Path.of("src", "test", "java", "io", "dartagnan", "mpc");
  private static final Path TESTKIT = Path.of("..", "mpc-testkit", "src", "main", "java");
  private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern TEST = Pattern.compile("-Dtest=(\\w+)(?:#([\\w+]+))?");

  @Test
  void everyFragmentOccursInTheExample() throws IOException {
    List<String> sources = sources(TESTS.resolve("example"));
    List<String> fragments = found(JAVA).map(match -> match.group(1)).toList();
    assertThat(fragments).hasSizeGreaterThan(5);
    for (String fragment : fragments) {
      assertThat(sources)
          .as("sources of the example, one of which has\n%s", fragment)
          .anyMatch(source -> source.contains(fragment));
    }
  }

  @Test
  void everyTestThatItNamesIsThere() throws IOException {
    List<String> sources = new ArrayList<>(sources(TESTS));
    // The contract has the methods of whatever extends it.
    sources.addAll(sources(TESTKIT));
    List<MatchResult> tests = found(TEST).toList();
    assertThat(tests).hasSizeGreaterThan(5);
    for (MatchResult test : tests) {
      assertThat(sources).anyMatch(source -> source.contains("class " + test.group(1) + " "));
      for (String method : test.group(2) == null ? new String[0] : test.group(2).split("\\+")) {
        assertThat(sources).anyMatch(source -> source.contains("void " + method + "("));
      }
    }
  }

  @Test
  void theExampleIsNamedAsItSays() throws IOException {
    assertThat(Files.readString(DOCUMENT)).contains("\n" + TextbookSuite.class.getName() + "\n");
  }

  private static Stream<MatchResult> found(Pattern pattern) throws IOException {
    return pattern.matcher(Files.readString(DOCUMENT)).results();
  }

  private static List<String> sources(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(AddAProtocolTest::read)
          .toList();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
