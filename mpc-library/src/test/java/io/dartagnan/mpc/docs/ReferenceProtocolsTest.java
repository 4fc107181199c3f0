package io.dartagnan.mpc.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A declared protocol is called by another class, or its deviation says "reference:" and why it is
 * there.
 */
class ReferenceProtocolsTest {
  private static final Path SOURCES = Path.of("src", "main", "java");
  private static final Pattern DECLARATION =
      Pattern.compile("Protocol \\w+ =\\s+new Protocol\\(.*?\\);", Pattern.DOTALL);

  @Test
  void aProtocolThatNothingCallsIsMarkedAsReference() throws IOException {
    Map<Path, String> sources = sources();
    int declared = 0;
    for (Map.Entry<Path, String> source : sources.entrySet()) {
      Matcher declaration = DECLARATION.matcher(source.getValue());
      if (declaration.find()) {
        declared++;
        boolean called =
            sources.entrySet().stream()
                .filter(other -> !other.getKey().equals(source.getKey()))
                .anyMatch(other -> calls(other.getValue(), nameOf(source.getKey())));
        assertThat(declaration.group().contains("reference:"))
            .as("%s is marked as reference; it is called: %s", source.getKey(), called)
            .isEqualTo(!called);
      }
    }
    assertThat(declared).isGreaterThan(10);
  }

  /** Whether a method other than a cost is called, not merely linked to. */
  private static boolean calls(String source, String name) {
    return Pattern.compile("\\b" + name + "(\\.|::)(?!cost)[a-z]\\w*|\\bnew " + name + "\\(")
        .matcher(source)
        .find();
  }

  private static String nameOf(Path file) {
    return file.getFileName().toString().replace(".java", "");
  }

  private static Map<Path, String> sources() throws IOException {
    Map<Path, String> sources = new HashMap<>();
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (Path file : files.filter(file -> file.toString().endsWith(".java")).toList()) {
        sources.put(file, Files.readString(file));
      }
    }
    return sources;
  }
}
