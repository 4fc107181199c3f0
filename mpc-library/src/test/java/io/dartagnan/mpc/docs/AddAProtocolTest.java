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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/add-a-protocol.md} shows the example as it is, and names tests that there are. */
class AddAProtocolTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "add-a-protocol.md");
  private static final Path TESTS = Path.of("src", "test", "java", "io", "dartagnan", "mpc");
  private static final Path TESTKIT = Path.of("..", "mpc-testkit", "src", "main", "java");
  private static final Path EXAMPLE = TESTS.resolve("example");
  private static final Pattern FILE = Pattern.compile("`(\\w+)\\.java`");
  private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|//[^\n]*", Pattern.DOTALL);
  // A line that stands for what a fragment leaves out.
  private static final Pattern LEFT_OUT = Pattern.compile("(?m)^ *// \\.\\.\\.\n");
  private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern TEST = Pattern.compile("-Dtest=(\\w+)(?:#([\\w+]+))?");

  @Test
  void everyFragmentOccursInTheExample() throws IOException {
    List<String> sources = sources(EXAMPLE);
    List<String> fragments = found(JAVA).map(match -> match.group(1)).toList();
    assertThat(fragments).hasSizeGreaterThan(3);
    for (String fragment : fragments) {
      assertThat(sources)
          .as("sources of the example, one of which has\n%s", fragment)
          .anyMatch(source -> hasInOrder(source, LEFT_OUT.split(fragment)));
    }
  }

  private static boolean hasInOrder(String source, String[] pieces) {
    int at = 0;
    for (String piece : pieces) {
      at = source.indexOf(piece, at);
      if (at < 0) {
        return false;
      }
      at += piece.length();
    }
    return true;
  }

  @Test
  void theFirstFragmentOfAStepHasItsClassAndImports() throws IOException {
    for (String step : steps()) {
      Matcher fragment = JAVA.matcher(step);
      assertThat(fragment.find()).as("a fragment in step\n%s", step).isTrue();
      assertThat(fragment.group(1)).startsWith("package ").contains("\nimport ", "class ");
    }
  }

  /** Whoever takes the example over step by step can compile what there is after each. */
  @Test
  void aStepNeedsTheFilesOfStepsBeforeItAndNoOther() throws IOException {
    List<String> steps = steps();
    List<String> there = new ArrayList<>();
    for (String step : steps) {
      List<String> files = FILE.matcher(step).results().map(match -> match.group(1)).toList();
      assertThat(files).as("files of step\n%s", step).isNotEmpty();
      there.addAll(files);
      for (String file : files) {
        String source =
            COMMENT.matcher(Files.readString(EXAMPLE.resolve(file + ".java"))).replaceAll("");
        List<String> needed =
            namesOfTheExample().stream()
                .filter(name -> Pattern.compile("\\b" + name + "\\b").matcher(source).find())
                .toList();
        assertThat(there).as("files that are there when %s is compiled", file).containsAll(needed);
      }
    }
  }

  private static List<String> namesOfTheExample() throws IOException {
    try (Stream<Path> files = Files.list(EXAMPLE)) {
      return files.map(file -> file.getFileName().toString().replace(".java", "")).toList();
    }
  }

  /** Those that begin with the files they add. */
  private static List<String> steps() throws IOException {
    List<String> steps =
        Pattern.compile("^## ", Pattern.MULTILINE)
            .splitAsStream(Files.readString(DOCUMENT))
            .filter(step -> step.contains("\nFiles: "))
            .toList();
    assertThat(steps).hasSizeGreaterThan(3);
    return steps;
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
