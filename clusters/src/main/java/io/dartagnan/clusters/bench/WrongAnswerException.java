package io.dartagnan.clusters.bench;

import java.io.IOException;

/** Failure of a measurement whose answer is not the right one. */
final class WrongAnswerException extends IOException {
  private static final long serialVersionUID = 1L;

  private WrongAnswerException(String sentence) {
    super(sentence);
  }

  /**
   * Compares an answer with the one that the rows give.
   *
   * @throws WrongAnswerException if it is another
   */
  static void requireRight(MeasuredSystem system, Question question, long answer, MeasuredRows rows)
      throws WrongAnswerException {
    long right = question.answer(rows);
    if (answer != right) {
      throw new WrongAnswerException(
          "%s answered '%s' with %d rows, and %d are right"
              .formatted(system.name(), question.label(), answer, right));
    }
  }
}
