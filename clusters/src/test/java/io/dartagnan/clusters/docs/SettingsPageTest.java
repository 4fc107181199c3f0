package io.dartagnan.clusters.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The tables of {@code docs/settings.md}, which are made of the javadoc of the classes of keys;
 * {@code -Ddartagnan.docs.write=true} writes them anew.
 *
 * <p>A key is described in two paragraphs: what it is, and {@code Default: X.} or {@code
 * Required.}, with {@code Allowed: Y.} behind it where not everything is.
 */
class SettingsPageTest {
  private static final Path PROJECT =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent();

  private static final Path PAGE = PROJECT.resolve("docs").resolve("settings.md");

  private static final String REWRITE =
      "./mvnw -pl clusters -am test -Dtest=SettingsPageTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Ddartagnan.docs.write=true";

  /** A table, between comments of which the first names the class that it is made of. */
  private static final Pattern TABLE =
      Pattern.compile("(<!-- made of (\\S+) -->\n).*?(<!-- end -->\n)", Pattern.DOTALL);

  private static final Pattern KEY =
      Pattern.compile(
          "(?:/\\*\\*((?:(?!\\*/).)*)\\*/\\s*)?public static final String (\\w+) =\\s*\"([^\"]*[.][^\"]*)\";",
          Pattern.DOTALL);

  private static final Pattern DESCRIPTION =
      Pattern.compile("(.+) <p>(Required|Default: (.+?))\\.(?: Allowed: (.+)\\.)?");

  private static final Pattern TAG = Pattern.compile("\\{@(code|link|value) #?(.+?)\\}");

  private static final Pattern CONSTANT =
      Pattern.compile("static final \\w+ (\\w+) =\\s*\"?([^\";]+)\"?;");

  @Test
  void thePageSaysWhatTheKeysDo() throws IOException {
    String page = Files.readString(PAGE);
    StringBuilder made = new StringBuilder();
    Matcher table = TABLE.matcher(page);
    while (table.find()) {
      String source = Files.readString(PROJECT.resolve(table.group(2)));
      table.appendReplacement(
          made, Matcher.quoteReplacement(table.group(1) + table(source) + table.group(3)));
    }
    table.appendTail(made);
    if (Boolean.getBoolean("dartagnan.docs.write")) {
      Files.writeString(PAGE, made);
    }
    assertThat(Files.readString(PAGE))
        .as("docs/settings.md is made of the javadoc of the keys; write it anew with\n%s", REWRITE)
        .isEqualTo(made.toString())
        .contains("| `dartagnan.party` |", "| `dartagnan.client.threads.max` |");
  }

  @Test
  void aKeyIsOneRow() {
    assertThat(
            table(
                """
                /** Default of {@link #ANOTHER}. */
                static final int MOST = 65_536;

                /**
                 * Waits for a {@code x|y}, beside
                 * {@link #ANOTHER}.
                 *
                 * <p>Default: {@value #MOST} ms. Allowed: 0.5 or more; 0 is none.
                 */
                public static final String ONE =
                    "z.one";

                /**
                 * Begins keys.
                 *
                 * <p>Required.
                 */
                public static final String ANOTHER = "a.";
                """))
        .isEqualTo(
            """
            | key | default | allowed | what it is |
            |---|---|---|---|
            | `a.*` | required | | Begins keys. |
            | `z.one` | 65536 ms | 0.5 or more; 0 is none | Waits for a `x\\|y`, beside `a.`. |
            """);
  }

  @Test
  void aKeyWithoutADescriptionIsNamed() {
    for (String javadoc : new String[] {"", "/** Port. */ ", "/** Port. <p>Default: 0 */ "}) {
      assertThatThrownBy(() -> table(javadoc + "public static final String PORT = \"a.port\";"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("a.port");
    }
  }

  private static String table(String source) {
    Map<String, String> constants =
        CONSTANT
            .matcher(source)
            .results()
            .collect(Collectors.toMap(constant -> constant.group(1), SettingsPageTest::value));
    Map<String, String> rows = new TreeMap<>();
    KEY.matcher(source).results().forEach(key -> rows.put(key.group(3), row(key, constants)));
    return "| key | default | allowed | what it is |\n|---|---|---|---|\n"
        + String.join("", rows.values());
  }

  private static String value(MatchResult constant) {
    String text = constant.group(2);
    return text.matches("[\\d_]+") ? text.replace("_", "") : text;
  }

  private static String row(MatchResult key, Map<String, String> constants) {
    String name = key.group(3).endsWith(".") ? key.group(3) + "*" : key.group(3);
    String javadoc = key.group(1) == null ? "" : key.group(1);
    String text = javadoc.replaceAll("\n\\s*\\*", "\n").replaceAll("\\s+", " ").strip();
    Matcher description = DESCRIPTION.matcher(text);
    if (!description.matches()) {
      throw new IllegalArgumentException(
          "the javadoc of %s is '%s'; what it is, then <p>Default: X. or <p>Required., then perhaps Allowed: Y. is needed"
              .formatted(name, text));
    }
    String otherwise = description.group(3) == null ? "required" : description.group(3);
    String allowed = description.group(4) == null ? "" : description.group(4) + " ";
    String row = "`%s` | %s | %s| %s".formatted(name, otherwise, allowed, description.group(1));
    return "| %s |\n".formatted(TAG.matcher(row).replaceAll(tag -> markdown(tag, constants)));
  }

  private static String markdown(MatchResult tag, Map<String, String> constants) {
    String text =
        tag.group(1).equals("code") ? tag.group(2) : constants.getOrDefault(tag.group(2), "?");
    return Matcher.quoteReplacement(
        tag.group(1).equals("value") ? text : "`" + text.replace("|", "\\|") + "`");
  }
}
