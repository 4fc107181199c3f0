package io.dartagnan.client.support;

import io.dartagnan.client.support.ApiSupport.Entry;
import io.dartagnan.client.support.ApiSupport.State;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The table of methods in {@code docs/compatibility.md}, from their classification. */
final class ApiSupportDocument {
  private static final String BEGIN =
      "<!-- from here to the next comment made by ApiSupportDocument -->\n";
  private static final String END = "<!-- end of what ApiSupportDocument makes -->\n";

  private record Row(Class<?> type, State state, String note) {}

  private ApiSupportDocument() {}

  /**
   * A document with its table made anew.
   *
   * @throws IllegalArgumentException if it has no place for it
   */
  static String rewrite(String document, List<Entry> entries) {
    int begin = document.indexOf(BEGIN);
    int end = document.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IllegalArgumentException(
          "the document has no lines " + BEGIN.strip() + " and " + END.strip());
    }
    return document.substring(0, begin + BEGIN.length()) + table(entries) + document.substring(end);
  }

  private static String table(List<Entry> entries) {
    Map<Row, List<Entry>> rows =
        entries.stream()
            .collect(
                Collectors.groupingBy(
                    entry -> new Row(entry.type(), entry.state(), entry.note()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    StringBuilder table = new StringBuilder("| | methods | | how, or why |\n|---|---|---|---|\n");
    List<Class<?>> types = entries.stream().<Class<?>>map(Entry::type).distinct().toList();
    for (Class<?> type : types) {
      for (State state : State.values()) {
        rows.forEach(
            (row, methods) -> {
              if (row.type() == type && row.state() == state) {
                table.append(line(row, names(methods, entries)));
              }
            });
      }
    }
    return table.toString();
  }

  private static String line(Row row, String methods) {
    return "| `%s` | %s | %s |%s\n"
        .formatted(
            row.type().getSimpleName(),
            methods,
            switch (row.state()) {
              case SUPPORTED -> "supported";
              case PASSED -> "passed through";
              case REFUSED -> "refused";
            },
            row.note().isEmpty() ? " |" : " " + row.note() + " |");
  }

  /** Names alone where all methods of a name are alike, else with their parameters. */
  private static String names(List<Entry> methods, List<Entry> all) {
    return methods.stream()
        .map(
            entry ->
                isAlone(entry, all)
                    ? entry.method().getName()
                    : ApiSupport.signature(entry.method()))
        .collect(Collectors.toCollection(TreeSet::new))
        .stream()
        .map(name -> "`" + name + "`")
        .collect(Collectors.joining(", "));
  }

  private static boolean isAlone(Entry entry, List<Entry> all) {
    return all.stream()
        .filter(other -> other.type() == entry.type())
        .filter(other -> other.method().getName().equals(entry.method().getName()))
        .allMatch(other -> other.state() == entry.state() && other.note().equals(entry.note()));
  }
}
