package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The blocks of a page, as one script of a shell: {@code java} is a program, which is put into a
 * file with the name of its class, {@code sh} is run, and {@code text} directly behind it is what
 * that prints, with {@code ...} for what differs from one time to the next.
 */
final class PageScript {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\n(.*?)^```\n");
  private static final Pattern CLASS = Pattern.compile("(?m)^class (\\w+)");
  private static final String END = "=== end of a block ===";

  private record Step(String commands, String prints) {}

  private final List<Step> steps = new ArrayList<>();

  /**
   * Reads a page.
   *
   * @param programs a folder for its programs
   * @param leftOut a command that is not run
   */
  PageScript(Path page, Path programs, String leftOut) throws IOException {
    String text = Files.readString(page);
    List<String> files = new ArrayList<>();
    int end = -1;
    for (MatchResult block : BLOCK.matcher(text).results().toList()) {
      String body = block.group(2);
      switch (block.group(1)) {
        case "java" -> {
          Matcher name = CLASS.matcher(body);
          assertThat(name.find()).as("a class in\n%s", body).isTrue();
          files.add(name.group(1) + ".java");
          Files.writeString(programs.resolve(name.group(1) + ".java"), body);
        }
        case "sh" -> {
          String commands = body.replaceAll("(?m)^\\Q" + leftOut + "\\E.*$", "");
          for (String file : files) {
            commands = commands.replace(file, programs.resolve(file).toString());
          }
          steps.add(new Step(commands, ""));
          end = block.end();
        }
        case "text" -> {
          if (end >= 0 && text.substring(end, block.start()).isBlank()) {
            Step last = steps.remove(steps.size() - 1);
            steps.add(new Step(last.commands(), body));
          }
        }
        default -> throw new AssertionError("a block that is neither sh, java nor text:\n" + body);
      }
    }
  }

  /** Runs all commands, of which none may fail, and compares what they print with the page. */
  void run(Commands shell, Duration deadline) throws IOException, InterruptedException {
    StringBuilder script = new StringBuilder("exec 2>&1\nset -e\n");
    steps.forEach(
        step -> script.append(step.commands()).append("echo '").append(END).append("'\n"));
    Commands.Ended ended = shell.run(deadline, List.of("bash", "-c", script.toString()));
    assertThat(ended.exit()).as(ended.output()).isZero();
    String[] printed = ended.output().split(END + "\n");
    assertThat(printed).hasSize(steps.size());
    for (int i = 0; i < printed.length; i++) {
      assertThat(squeezed(printed[i]))
          .as("what is printed by\n%s", steps.get(i).commands())
          .matches(asPrinted(steps.get(i).prints()));
    }
  }

  private static Pattern asPrinted(String prints) {
    StringBuilder pattern = new StringBuilder("(?s).*");
    for (String piece : squeezed(prints).split("\\.\\.\\.|…")) {
      pattern.append(Pattern.quote(piece.strip())).append(".*");
    }
    return Pattern.compile(pattern.toString());
  }

  private static String squeezed(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }
}
