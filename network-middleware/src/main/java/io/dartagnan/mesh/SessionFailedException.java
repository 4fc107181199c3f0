package io.dartagnan.mesh;

/** Carries a failure to the session that it is to end. */
final class SessionFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient SessionFailure failure;

  SessionFailedException(SessionFailure failure) {
    super(failure.reason(), failure.cause());
    this.failure = failure;
  }

  SessionFailure failure() {
    return failure;
  }
}
