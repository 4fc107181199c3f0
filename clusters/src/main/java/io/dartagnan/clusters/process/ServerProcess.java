package io.dartagnan.clusters.process;

import java.nio.file.Path;
import java.util.List;

/** Process that this tool starts, watches and stops: Redis, one HBase cluster, or a gateway. */
public interface ServerProcess {

  Role role();

  /** The ports decided before it starts; those it chooses itself are not among them. */
  List<Port> ports();

  /** Whether its clients speak TLS with it. */
  boolean encrypted();

  /** Writes everything that the process reads when it starts. */
  void prepare();

  /** The command line; contains {@link #marker()} as one argument or as a part of one. */
  List<String> command();

  /**
   * Text on its command line that tells the process from any other that was given its pid later.
   */
  String marker();

  /** Log file of the process. */
  Path log();

  /** File of its standard output and error: what it says before it can log. */
  Path console();

  /**
   * Looks whether the process does its work.
   *
   * @return what is still missing, or null when it answers
   */
  String missing();

  /**
   * Lets the process finish its work, where that takes more than the signal that ends it. Does
   * nothing when the process cannot be asked.
   */
  void quiesce();
}
