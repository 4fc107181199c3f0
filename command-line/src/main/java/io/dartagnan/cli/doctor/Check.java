package io.dartagnan.cli.doctor;

import java.util.List;

/** Judgement of one subject. It asks nobody: all it needs is in the facts. */
interface Check {

  /** The subject in one word. */
  String name();

  /** The subject of the check, for a reader who sees that nothing was found. */
  String looksAt();

  /** The same with what was seen there, where that is worth telling although nothing was found. */
  default String seen(Facts facts) {
    return looksAt();
  }

  /** The findings; empty if nothing is wrong. */
  List<Finding> findings(Facts facts);

  /** Sentences on what could not be looked at, and why; empty if all was. */
  default List<String> unseen(Facts facts) {
    return List.of();
  }
}
