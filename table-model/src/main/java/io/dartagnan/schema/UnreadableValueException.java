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

  /** One that says that the tag of a value is not that of what its shares add up to. */
  public static UnreadableValueException withoutTag() {
    return new UnreadableValueException(
        "%s does not carry the tag of its value although its shares are of one write: a cloud returned what was altered, or cells of another table",
        null);
  }

  /** The message about a column, which is named as in {@code column f:q of row r}. */
  public String about(String column) {
    return template.formatted(column);
  }
}
