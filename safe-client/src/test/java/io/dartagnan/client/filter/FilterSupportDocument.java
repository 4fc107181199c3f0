package io.dartagnan.client.filter;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tables of filters and comparators in {@code docs/compatibility.md}, from the registries. */
final class FilterSupportDocument {
  private static final String BEGIN =
      "<!-- from here to the next comment made by FilterSupportDocument -->\n";
  private static final String END = "<!-- end of what FilterSupportDocument makes -->\n";

  private FilterSupportDocument() {}

  /**
   * A document with its tables made anew.
   *
   * @throws IllegalArgumentException if it has no place for them
   */
  static String rewrite(String document) {
    int begin = document.indexOf(BEGIN);
    int end = document.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IllegalArgumentException(
          "the document has no lines " + BEGIN.strip() + " and " + END.strip());
    }
    return document.substring(0, begin + BEGIN.length()) + tables() + document.substring(end);
  }

  private static String tables() {
    Map<List<String>, String> alike =
        FilterRegistry.adapters().stream()
            .collect(
                Collectors.groupingBy(
                    adapter -> List.of(adapter.judge(), adapter.note()),
                    LinkedHashMap::new,
                    Collectors.mapping(
                        adapter -> "`" + adapter.type().getSimpleName() + "`",
                        Collectors.joining(", "))));
    Stream<List<String>> filters =
        alike.entrySet().stream()
            .map(each -> List.of(each.getValue(), each.getKey().get(0), each.getKey().get(1)));
    Stream<List<String>> comparators =
        ComparatorRegistry.adapters().stream()
            .map(
                adapter ->
                    List.of(
                        "`" + adapter.type().getSimpleName() + "`",
                        onValues(adapter.support().int64()),
                        onValues(adapter.support().bytes()),
                        onValues(adapter.support().plain()),
                        adapter.support().keys().text()));
    return table(List.of("filter", "who decides on rows", "how, or why"), filters)
        + "\n"
        + table(
            List.of("comparator", "`int64`", "`bytes`, `string`", "plain", "keys and names"),
            comparators);
  }

  private static String onValues(boolean supported) {
    return supported ? "clouds" : "client";
  }

  private static String table(List<String> head, Stream<List<String>> rows) {
    String line = row(head) + "|---".repeat(head.size()) + "|\n";
    return line + rows.map(FilterSupportDocument::row).collect(Collectors.joining());
  }

  private static String row(List<String> cells) {
    return cells.stream()
        .map(cell -> cell.isEmpty() ? "|" : "| " + cell + " ")
        .collect(Collectors.joining("", "", "|\n"));
  }
}
