package io.dartagnan.cli.doctor;

import java.util.List;

/** Judgement of one subject. It asks nobody: all it needs is in the facts. */
interface Check {

  /** The subject in one word. */
  String name();

  /** What it looks at, for a reader who sees that nothing was found. */
  String looksAt();

  /** What is wrong; empty if nothing is. */
  List<Finding> findings(Facts facts);
}
