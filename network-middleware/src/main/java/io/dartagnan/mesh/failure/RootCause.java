package io.dartagnan.mesh.failure;

import com.google.common.base.Throwables;

/** Sentence in an exception that says what happened: that of its innermost cause. */
public final class RootCause {
  private RootCause() {}

  /** The innermost cause's message, or its class's name if it has none. */
  public static String messageOf(Throwable failure) {
    Throwable cause = Throwables.getRootCause(failure);
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }
}
