package io.dartagnan.ycsb.report.plan;

import io.dartagnan.ycsb.workload.Keys;
import io.dartagnan.ycsb.workload.OperationKind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Queries of W over mails (section 6.2), without their words, for which there is no search: Q3,
 * which asks for a word alone, is left out, and Q4 and Q5 ask for the rest. They are runs of one
 * workload's file.
 */
public enum MailQuery {
  /** Mails of a sender. */
  Q1(OperationKind.FILTER_EQUAL, "Mail:Sender", "Mail:Sender"),
  /** Mails of a size or larger. */
  Q2(OperationKind.FILTER_GREATER, "Mail:Size", "Mail:Size"),
  /** Both; in W with a word. */
  Q4(OperationKind.FILTER_EQUAL_GREATER, "Mail:Sender", "Mail:Size"),
  /** Mails of a sender in a time; in W with words of subject and body. */
  Q5(OperationKind.FILTER_EQUAL_RANGE, "Mail:Sender", "Mail:Date");

  static final String FILE = "waage-wiese";

  private final OperationKind kind;
  private final String column;
  private final String second;

  MailQuery(OperationKind kind, String column, String second) {
    this.kind = kind;
    this.column = column;
    this.second = second;
  }

  /** The name of its workload. */
  public String workload() {
    return FILE + "-" + name().toLowerCase(Locale.ROOT);
  }

  static List<String> workloads() {
    return Arrays.stream(values()).map(MailQuery::workload).toList();
  }

  /** The query of a workload of this name; empty if it is another. */
  public static Optional<MailQuery> of(String workload) {
    return Arrays.stream(values()).filter(each -> each.workload().equals(workload)).findFirst();
  }

  /** The properties in which its workload differs from the file. */
  Map<String, String> options() {
    Map<String, String> options = SingleOperation.alone(kind);
    options.put(Keys.FILTER_COLUMN, column);
    options.put(Keys.FILTER_SECOND, second);
    return options;
  }
}
