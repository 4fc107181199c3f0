package io.dartagnan.clusters.checker;

import java.util.Optional;

/** One thing that a call did to a row, or is asked to do. Written as words with a space between. */
sealed interface Action {

  /** The row after the action; empty if the action cannot have had this outcome on such a row. */
  Optional<RowState> on(RowState before);

  /** The part of it that concerns some columns; empty if there is none. */
  Optional<Action> only(int columns);

  /** Whether it changes nothing, whatever it is done to. */
  default boolean isRead() {
    return false;
  }

  /**
   * A number, which no other call writes, into some columns.
   *
   * @param lostBy what a cloud has to lose for it to be gone again; nothing if it stays
   */
  record Put(int columns, long number, Fault.Loss lostBy) implements Action {
    private static final String FLEETING = "fleeting";

    /** One that stays. */
    Put(int columns, long number) {
      this(columns, number, Fault.Loss.NOTHING);
    }

    @Override
    public Optional<RowState> on(RowState before) {
      return Optional.of(before.with(columns, number, lostBy));
    }

    @Override
    public Optional<Action> only(int some) {
      return (columns & some) == 0
          ? Optional.empty()
          : Optional.of(new Put(columns & some, number, lostBy));
    }

    @Override
    public String toString() {
      return "put " + columns + " " + number + (lostBy == Fault.Loss.MEMORY ? " " + FLEETING : "");
    }
  }

  /**
   * All versions of some columns.
   *
   * @param durable whether they stay deleted when a cloud loses writes
   */
  record Delete(int columns, boolean durable) implements Action {

    /** One that stays. */
    Delete(int columns) {
      this(columns, true);
    }

    @Override
    public Optional<RowState> on(RowState before) {
      return Optional.of(durable ? before.without(columns) : before.fleetinglyWithout(columns));
    }

    @Override
    public Optional<Action> only(int some) {
      return (columns & some) == 0
          ? Optional.empty()
          : Optional.of(new Delete(columns & some, durable));
    }

    @Override
    public String toString() {
      return "delete " + columns;
    }
  }

  /** The answer of a get or a scan on some columns of a row. */
  record Read(int columns, RowState seen) implements Action {
    @Override
    public Optional<RowState> on(RowState before) {
      return before.shows(columns, seen) ? Optional.of(before) : Optional.empty();
    }

    @Override
    public Optional<Action> only(int some) {
      return (columns & some) == 0
          ? Optional.empty()
          : Optional.of(new Read(columns & some, seen.only(some)));
    }

    @Override
    public boolean isRead() {
      return true;
    }

    @Override
    public String toString() {
      return "read " + columns + " " + seen;
    }
  }

  /**
   * An increment of the counter by one.
   *
   * @param result the counter afterwards; empty if that is not known
   * @param lostBy what a cloud has to lose for it to be gone again; nothing if it stays
   */
  record Increment(Optional<Long> result, Fault.Loss lostBy) implements Action {
    private static final int COUNTER = 1 << Column.COUNTER.ordinal();

    /** One that stays. */
    Increment(Optional<Long> result) {
      this(result, Fault.Loss.NOTHING);
    }

    @Override
    public Optional<RowState> on(RowState before) {
      long after = 1 + (before.has(Column.COUNTER) ? before.number(Column.COUNTER) : 0);
      return result.isPresent() && result.get() != after
          ? Optional.empty()
          : Optional.of(before.with(COUNTER, after, lostBy));
    }

    @Override
    public Optional<Action> only(int some) {
      return (some & COUNTER) == 0 ? Optional.empty() : Optional.of(this);
    }

    @Override
    public String toString() {
      return "increment" + result.map(number -> " " + number).orElse("");
    }
  }

  /**
   * A put that is done if the row's number is the expected one.
   *
   * @param done whether it was done; empty if that is not known
   */
  record CheckAndPut(long expected, Put put, Optional<Boolean> done) implements Action {
    private static final int CHECKED = 1 << Column.NUMBER.ordinal();

    @Override
    public Optional<RowState> on(RowState before) {
      boolean holds = before.has(Column.NUMBER) && before.number(Column.NUMBER) == expected;
      if (done.isPresent() && done.get() != holds) {
        return Optional.empty();
      }
      return holds ? put.on(before) : Optional.of(before);
    }

    /** Of the checked column alone it is the same; of others, what it did to them. */
    @Override
    public Optional<Action> only(int some) {
      if ((some & CHECKED) != 0) {
        return Optional.of(
            new CheckAndPut(
                expected, new Put(put.columns() & some, put.number(), put.lostBy()), done));
      }
      return done.orElse(false) ? put.only(some) : Optional.empty();
    }

    @Override
    public String toString() {
      return "check "
          + expected
          + " "
          + put.columns()
          + " "
          + put.number()
          + done.map(each -> " " + each).orElse("");
    }
  }

  /** Reads what {@code toString} writes. */
  static Action parse(String text) {
    String[] words = text.split(" ", -1);
    return switch (words[0]) {
      case "put" ->
          new Put(
              Integer.parseInt(words[1]),
              Long.parseLong(words[2]),
              words.length == 4 && words[3].equals(Put.FLEETING)
                  ? Fault.Loss.MEMORY
                  : Fault.Loss.NOTHING);
      case "delete" -> new Delete(Integer.parseInt(words[1]));
      case "read" -> new Read(Integer.parseInt(words[1]), RowState.parse(words[2]));
      case "increment" ->
          new Increment(
              words.length == 1 ? Optional.empty() : Optional.of(Long.parseLong(words[1])));
      case "check" ->
          new CheckAndPut(
              Long.parseLong(words[1]),
              new Put(Integer.parseInt(words[2]), Long.parseLong(words[3])),
              words.length == 4 ? Optional.empty() : Optional.of(Boolean.parseBoolean(words[4])));
      default -> throw new IllegalArgumentException("no action: " + words[0]);
    };
  }
}
