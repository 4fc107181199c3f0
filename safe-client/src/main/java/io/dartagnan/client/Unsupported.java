package io.dartagnan.client;

/** The one form in which an operation that is not there is refused. */
final class Unsupported {
  private Unsupported() {}

  static UnsupportedOperationException operation(String operation, String why) {
    return new UnsupportedOperationException(operation + " is not supported yet: " + why);
  }
}
