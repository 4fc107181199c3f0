package io.dartagnan.ycsb.model;

import static org.apache.hadoop.hbase.util.Bytes.toBytes;

import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongUnaryOperator;

/** A column of a benchmark table, and the value that each row has in it. */
public final class Column {
  private final String name;
  private final byte[] family;
  private final byte[] qualifier;
  private final Domain domain;
  private final LongUnaryOperator numbers;
  private final Presence presence;
  private final Optional<String> sealing;

  /** Decides which rows have the column. */
  interface Presence {
    boolean of(long row);
  }

  private Column(
      String name,
      Domain domain,
      LongUnaryOperator numbers,
      Presence presence,
      Optional<String> sealing) {
    int colon = name.indexOf(':');
    this.name = name;
    this.family = toBytes(name.substring(0, colon));
    this.qualifier = toBytes(name.substring(colon + 1));
    this.domain = domain;
    this.numbers = numbers;
    this.presence = presence;
    this.sealing = sealing;
  }

  /**
   * A column that every row has.
   *
   * @param name family and qualifier with a colon between them
   */
  static Column of(String name, Domain domain, long seed) {
    long stream = Draws.stream(seed, name);
    return of(name, domain, row -> domain.drawn(Draws.at(stream, row)));
  }

  /**
   * The same with values that are not drawn.
   *
   * @param numbers of the rows' values within the domain
   */
  static Column of(String name, Domain domain, LongUnaryOperator numbers) {
    return new Column(name, domain, numbers, row -> true, Optional.empty());
  }

  /** The same for a column that some rows lack. */
  Column where(Presence rows) {
    return new Column(name, domain, numbers, rows, sealing);
  }

  /** The same for a column that its paper encrypts: by {@code std}, {@code det} or {@code ope}. */
  Column sealed(String scheme) {
    return new Column(name, domain, numbers, presence, Optional.of(scheme));
  }

  /** Family and qualifier with a colon between them. */
  public String name() {
    return name;
  }

  public byte[] family() {
    return family.clone();
  }

  public byte[] qualifier() {
    return qualifier.clone();
  }

  public Domain domain() {
    return domain;
  }

  /** The scheme by which its paper encrypts it; empty if the paper does not. */
  public Optional<String> sealing() {
    return sealing;
  }

  /** Whether a row has the column. */
  public boolean isIn(long row) {
    return presence.of(row);
  }

  /** The number of the row's value within the domain. */
  public long number(long row) {
    return numbers.applyAsLong(row);
  }

  /** The row's value. */
  public byte[] value(long row) {
    return domain.value(number(row));
  }

  /** A uniformly drawn value that no row's number tells. */
  public byte[] anyValue() {
    return domain.value(domain.drawn(ThreadLocalRandom.current().nextLong()));
  }

  /** Whether a cell holds the row's value in this column. */
  boolean holds(long row, byte[] array, int offset, int length) {
    byte[] value = value(row);
    return Arrays.equals(value, 0, value.length, array, offset, offset + length);
  }

  @Override
  public String toString() {
    return name;
  }
}
