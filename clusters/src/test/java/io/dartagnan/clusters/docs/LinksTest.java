package io.dartagnan.clusters.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The links between the project's pages: each leads to a file, and to a heading where it has one.
 */
class LinksTest {
  private static final Path PROJECT =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent();

  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("^#+ (.*)$");

  /** The largest size of README and tutorial, in bytes: what a newcomer reads in ten minutes. */
  private static final int FIRST_PAGE_BYTES = 6 * 1024;

  private static List<Path> pages;

  @BeforeAll
  static void findPages() throws IOException {
    try (Stream<Path> files = Files.walk(PROJECT, 3)) {
      pages =
          files
              .filter(file -> file.toString().endsWith(".md"))
              .filter(file -> !PROJECT.relativize(file).toString().contains("target"))
              .toList();
    }
  }

  @Test
  void eachLinkLeadsToAFileAndAHeading() throws IOException {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path page : pages) {
      for (String line : prose(page)) {
        Matcher link = LINK.matcher(line.replaceAll("`[^`]*`", ""));
        while (link.find()) {
          String target = link.group(1);
          if (target.contains("://")) {
            continue;
          }
          links++;
          if (!leadsSomewhere(page, target)) {
            broken.add(PROJECT.relativize(page) + ": " + target);
          }
        }
      }
    }
    assertThat(broken).isEmpty();
    assertThat(links).as("links that were followed").isGreaterThan(100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/tutorial.md"})
  void theFirstPagesAreShort(String page) throws IOException {
    assertThat(Files.size(PROJECT.resolve(page))).isLessThanOrEqualTo(FIRST_PAGE_BYTES);
  }

  private static boolean leadsSomewhere(Path page, String target) throws IOException {
    int mark = target.indexOf('#');
    String path = mark < 0 ? target : target.substring(0, mark);
    Path file = path.isEmpty() ? page : page.resolveSibling(path).normalize();
    if (!Files.exists(file)) {
      return false;
    }
    return mark < 0 || anchors(file).contains(target.substring(mark + 1));
  }

  /** Returns the anchors of a page's headings, as the usual renderers of Markdown name them. */
  private static Set<String> anchors(Path page) throws IOException {
    Set<String> anchors = new HashSet<>();
    for (String line : prose(page)) {
      Matcher heading = HEADING.matcher(line);
      if (heading.matches()) {
        String words = heading.group(1).toLowerCase(Locale.ROOT).strip();
        anchors.add(words.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'));
      }
    }
    return anchors;
  }

  /** Returns the lines of a page that are not code. */
  private static List<String> prose(Path page) throws IOException {
    List<String> prose = new ArrayList<>();
    boolean code = false;
    for (String line : Files.readAllLines(page)) {
      if (line.startsWith("```")) {
        code = !code;
      } else if (!code) {
        prose.add(line);
      }
    }
    return prose;
  }
}
