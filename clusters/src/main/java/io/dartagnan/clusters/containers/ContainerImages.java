package io.dartagnan.clusters.containers;

import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.clusters.terminal.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Images of this checkout.
 *
 * @param cloud name of the one with a cloud's processes
 * @param client name of the one with the command line and the gateways
 */
record ContainerImages(String cloud, String client) {

  /**
   * Makes what is missing or of other artefacts.
   *
   * @param base what they are made on; empty for this project's own
   */
  static ContainerImages make(Path checkout, String base, Progress progress) {
    List<String> build =
        new ArrayList<>(List.of(checkout.resolve("clusters/images/build").toString()));
    if (!base.isEmpty()) {
      build.addAll(List.of("--base", base));
    }
    progress.say("making the images, where they are not of this build yet");
    OutsideProgram.Ended ended =
        new OutsideProgram(build, Map.of("DARTAGNAN_BUILD", "never")).run();
    if (ended.status() != 0) {
      String sentence = ended.lastLine();
      throw CommandException.failure(
          sentence.startsWith("error: ") ? sentence.substring("error: ".length()) : sentence);
    }
    List<String> names = ended.out().lines().toList();
    return new ContainerImages(names.get(0), names.get(1));
  }

  /** Maven's version of both. */
  String version() {
    return cloud.substring(cloud.lastIndexOf(':') + 1);
  }
}
