package io.dartagnan.mesh;

/** Carries a failure to the session that it is to end. */
final class FailedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Failure failure;

  FailedException(Failure failure) {
    super(failure.reason(), failure.cause());
    this.failure = failure;
  }

  Failure failure() {
    return failure;
  }
}
