package io.dartagnan.mesh;

/** Finds the sentence in an exception that says what happened. */
final class RootCause {
  private RootCause() {}

  /** The innermost cause's message. */
  static String of(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }
}
