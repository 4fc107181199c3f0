package io.dartagnan.clusters.bench;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Bounds of a measuring program's options; what is out of them is refused with what is allowed. */
record OptionBounds(CommandSpec command) {
  private static final List<String> SCHEMES =
      List.of("additive", "xor", "replicated", "std", "det", "ope");

  void atLeast(String option, int given, int least) {
    if (given < least) {
      throw misused(option + " is " + least + " or more, not " + given);
    }
  }

  void scheme(String given) {
    if (!SCHEMES.contains(given)) {
      throw misused("--scheme is one of %s, not %s".formatted(String.join(", ", SCHEMES), given));
    }
  }

  /** Requires each of a list to be allowed. */
  void oneOf(String option, List<String> given, List<String> allowed) {
    for (String each : given) {
      if (!allowed.contains(each)) {
        throw misused("%s are of %s, not %s".formatted(option, String.join(", ", allowed), each));
      }
    }
  }

  private ParameterException misused(String sentence) {
    return new ParameterException(command.commandLine(), sentence);
  }
}
