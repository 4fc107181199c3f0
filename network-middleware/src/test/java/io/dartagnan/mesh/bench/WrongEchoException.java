package io.dartagnan.mesh.bench;

/** Echo that is not what was sent. */
final class WrongEchoException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WrongEchoException(String message) {
    super(message);
  }
}
