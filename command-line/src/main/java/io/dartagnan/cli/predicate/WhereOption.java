package io.dartagnan.cli.predicate;

import io.dartagnan.cli.column.TableColumns;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** The option that narrows a command to the rows that satisfy a predicate. */
public final class WhereOption {

  static final String NAME = "--where";

  @Option(
      names = NAME,
      paramLabel = "PREDICATE",
      description = {
        "Only rows that satisfy the predicate: COLUMN OP VALUE, where OP is one of = != < <= > >="
            + " contains-word lacks-word, or several such conditions with AND, OR, NOT and"
            + " parentheses:",
        "  \"Type = 'Oncology' AND (Age >= 18 OR NOT City = 'St. John''s')\"",
        "AND, OR and NOT are in capitals; NOT binds closest, then AND. A value in quotes may hold"
            + " anything, with a quote inside written twice; without quotes it ends at AND, OR, at"
            + " the parenthesis that closes the group, or at the end. A column's name may stand in"
            + " double quotes.",
        "A row that lacks the column of a condition satisfies neither the condition nor its NOT.",
        "Given more than once, all predicates must be satisfied. Numbers are compared by amount, text"
            + " by its bytes; words are runs of letters and digits, whatever their case. The clouds"
            + " compare shares of protected columns, and none of them sees a value."
      })
  private List<String> texts = new ArrayList<>();

  /**
   * Reads the option.
   *
   * @param err takes warnings
   * @return empty if the option was not given
   */
  public Optional<WhereClause> read(TableColumns columns, PrintWriter err) {
    List<WhereClause> clauses = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      String name = texts.size() == 1 ? NAME : NAME + " (number " + (i + 1) + ")";
      clauses.add(WhereParser.parse(name, texts.get(i), columns, warningsTo(err)));
    }
    return clauses.isEmpty() ? Optional.empty() : Optional.of(Combination.and(clauses));
  }

  /** Prints each warning as one line. */
  public static Consumer<String> warningsTo(PrintWriter err) {
    return warning -> err.println("dartagnan: warning: " + warning);
  }
}
