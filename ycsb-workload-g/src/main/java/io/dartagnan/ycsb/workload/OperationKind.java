package io.dartagnan.ycsb.workload;

import io.dartagnan.ycsb.hbase.Aggregates;
import java.util.List;
import java.util.Optional;
import site.ycsb.workloads.CoreWorkload;

/** Operations of a workload: the names of their measurements, and of their shares in properties. */
public enum OperationKind {
  READ("READ", CoreWorkload.READ_PROPORTION_PROPERTY),
  UPDATE("UPDATE", CoreWorkload.UPDATE_PROPORTION_PROPERTY),
  INSERT("INSERT", CoreWorkload.INSERT_PROPORTION_PROPERTY),
  SCAN("SCAN", CoreWorkload.SCAN_PROPORTION_PROPERTY),
  READ_MODIFY_WRITE("READ-MODIFY-WRITE", CoreWorkload.READMODIFYWRITE_PROPORTION_PROPERTY),
  FILTER_EQUAL("FILTER-EQUAL", "filterequalproportion"),
  /** {@code >=} alone. */
  FILTER_GREATER("FILTER-GREATER", "filtergreaterproportion"),
  /** {@code >=} one value and {@code <} another. */
  FILTER_RANGE("FILTER-RANGE", "filterrangeproportion"),
  /** {@code =} of one column and {@code >=} of another. */
  FILTER_EQUAL_GREATER(
      "FILTER-EQUAL-GREATER", "filterequalgreaterproportion", FILTER_EQUAL, FILTER_GREATER),
  /** {@code =} of one column and a range of another. */
  FILTER_EQUAL_RANGE(
      "FILTER-EQUAL-RANGE", "filterequalrangeproportion", FILTER_EQUAL, FILTER_RANGE),
  COUNT("COUNT", "countproportion", Aggregates.Function.COUNT),
  SUM("SUM", "sumproportion", Aggregates.Function.SUM),
  AVG("AVG", "avgproportion", Aggregates.Function.AVG),
  MIN("MIN", "minproportion", Aggregates.Function.MIN),
  MAX("MAX", "maxproportion", Aggregates.Function.MAX);

  private final String measurement;
  private final String proportion;
  private final Optional<Aggregates.Function> function;
  private final List<OperationKind> both;

  OperationKind(String measurement, String proportion, OperationKind... both) {
    this.measurement = measurement;
    this.proportion = proportion;
    this.function = Optional.empty();
    this.both = List.of(both);
  }

  OperationKind(String measurement, String proportion, Aggregates.Function function) {
    this.measurement = measurement;
    this.proportion = proportion;
    this.function = Optional.of(function);
    this.both = List.of();
  }

  /** The name under which YCSB's measurements have it. */
  public String measurement() {
    return measurement;
  }

  /** The property with its share of all operations. */
  public String proportion() {
    return proportion;
  }

  /** The aggregate that it asks for. */
  Optional<Aggregates.Function> function() {
    return function;
  }

  /** Whether it is a filter that is answered with rows. */
  boolean isFilter() {
    return this == FILTER_EQUAL || this == FILTER_GREATER || this == FILTER_RANGE || isOfTwo();
  }

  /** Whether it compares two columns, one by each of {@link #both}. */
  boolean isOfTwo() {
    return !both.isEmpty();
  }

  /** The filters of both columns; empty if it compares one. */
  List<OperationKind> both() {
    return both;
  }

  /** Whether it compares a column with an operand. */
  boolean isFiltered() {
    return isFilter() || function.isPresent();
  }
}
