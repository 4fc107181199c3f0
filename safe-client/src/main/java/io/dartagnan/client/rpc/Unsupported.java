package io.dartagnan.client.rpc;

/** The exception for an operation that the Safe Client does not have. */
public final class Unsupported {
  private Unsupported() {}

  /** The exception, with the operation's name and the reason. */
  public static UnsupportedOperationException operation(String operation, String why) {
    return new UnsupportedOperationException(operation + " is not supported yet: " + why);
  }
}
