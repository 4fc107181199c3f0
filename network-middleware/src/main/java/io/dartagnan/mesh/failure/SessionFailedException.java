package io.dartagnan.mesh.failure;

/** Failure on its way to the session that it is to end. */
public final class SessionFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient SessionFailure failure;

  /** Carries this failure. */
  public SessionFailedException(SessionFailure failure) {
    super(failure.reason(), failure.cause());
    this.failure = failure;
  }

  /** The failure that the session is to end with. */
  public SessionFailure failure() {
    return failure;
  }
}
