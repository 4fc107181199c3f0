package io.dartagnan.schema;

/**
 * Thrown for a stored version that belongs to one write and yet stands for no value of its column:
 * to pass over it would hide what was written. The message never holds stored bytes.
 */
public final class UnreadableValueException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String template;

  /**
   * An exception.
   *
   * @param template the message, with one {@code %s} for the column
   * @param cause what showed it; null if the layout of the cells did
   */
  UnreadableValueException(String template, Throwable cause) {
    super(template.formatted("a column"), cause);
    this.template = template;
  }

  /** The message about a column, which is named as in {@code column f:q of row r}. */
  public String about(String column) {
    return template.formatted(column);
  }
}
