package io.dartagnan.mpc.bench;

/** An operation that was measured gave another result than plaintext does. */
public final class WrongResultException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WrongResultException(String message) {
    super(message);
  }
}
