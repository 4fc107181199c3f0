package io.dartagnan.client.support;

import io.dartagnan.client.support.ApiSupport.Entry;
import io.dartagnan.client.support.ApiSupport.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The table of refused methods in {@code docs/compatibility.md}, from their classification. */
final class ApiSupportDocument {
  private static final String BEGIN =
      "<!-- from here to the next comment made by ApiSupportDocument -->\n";
  private static final String END = "<!-- end of what ApiSupportDocument makes -->\n";

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

  /** One line for each reason, in it the methods that are refused, of each set of types. */
  private static String table(List<Entry> entries) {
    Map<String, Map<String, Set<Class<?>>>> reasons = new LinkedHashMap<>();
    for (Entry entry : entries) {
      if (entry.state() == State.REFUSED && !isTwin(entry, entries)) {
        reasons
            .computeIfAbsent(reason(entry), reason -> new TreeMap<>())
            .computeIfAbsent(name(entry, entries), name -> new LinkedHashSet<>())
            .add(entry.type());
      }
    }
    StringBuilder table = new StringBuilder("| refused | why |\n|---|---|\n");
    reasons.forEach(
        (reason, types) -> table.append("| %s | %s |\n".formatted(methods(types), reason)));
    return table.toString();
  }

  /** What a refusal says of all methods that are refused alike: neither their names nor a key. */
  private static String reason(Entry entry) {
    return entry
        .note()
        .replaceFirst("^set\\w+(\\(\\w+\\))?: ", "")
        .replaceFirst("set hbase\\.\\S+ in its", "set the key that the message names in its");
  }

  private static String methods(Map<String, Set<Class<?>>> types) {
    Map<Set<Class<?>>, List<String>> names = new LinkedHashMap<>();
    types.forEach((name, of) -> names.computeIfAbsent(of, some -> new ArrayList<>()).add(name));
    return names.entrySet().stream()
        .map(
            each ->
                each.getKey().stream().map(Class::getSimpleName).collect(Collectors.joining(", "))
                    + ": `"
                    + String.join("`, `", each.getValue())
                    + "`")
        .collect(Collectors.joining(". "));
  }

  /** Whether a method returns as a future what another one does that is refused, too. */
  private static boolean isTwin(Entry entry, List<Entry> all) {
    String name = entry.method().getName();
    return all.stream()
        .filter(other -> other.type() == entry.type() && other.state() == State.REFUSED)
        .anyMatch(other -> name.equals(other.method().getName() + "Async"));
  }

  /** The name alone where all methods of a name are alike, else with parameters. */
  private static String name(Entry entry, List<Entry> all) {
    boolean alone =
        all.stream()
            .filter(other -> other.type() == entry.type())
            .filter(other -> other.method().getName().equals(entry.method().getName()))
            .allMatch(other -> other.state() == entry.state());
    return alone ? entry.method().getName() : ApiSupport.signature(entry.method());
  }
}
