package io.dartagnan.mpc.docs;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import io.dartagnan.mpc.suite.ProtocolSuite;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The text of {@code docs/protocols.md}: a template, and in it what the suites declare. Costs are
 * those of a large batch, so that what a batch pays once does not show.
 */
final class ProtocolsDocument {
  private static final String PLACE_OF_SUITES = "<!-- suites -->\n";
  private static final int LANES = 1 << 16;
  private static final Ring NARROW = new Ring(1);
  private static final Ring WIDE = new Ring(5);

  private ProtocolsDocument() {}

  /** The document. */
  static String of(String template, Iterable<ProtocolSuite> suites) {
    if (!template.contains(PLACE_OF_SUITES)) {
      throw new IllegalArgumentException("the template has no line " + PLACE_OF_SUITES.strip());
    }
    StringBuilder sections = new StringBuilder();
    suites.forEach(suite -> sections.append(section(suite)));
    return template.replace(PLACE_OF_SUITES, sections.toString());
  }

  private static String section(ProtocolSuite suite) {
    List<List<String>> protocols = new ArrayList<>();
    protocols.add(
        List.of(
            "protocol",
            "computes",
            "rounds",
            "bytes per lane, by party",
            "in all",
            "rounds, 5 limbs",
            "in all, 5 limbs",
            "adversary",
            "source",
            "deviation"));
    suite.protocols().forEach(protocol -> protocols.add(row(protocol)));
    return "## Suite `"
        + suite.name()
        + "`\n"
        + table(protocols)
        + "\nWhat is asked of it, 64-bit ring: rounds, and bytes per lane that all parties send.\n\n"
        + table(operations(suite))
        + "\n";
  }

  private static List<String> row(Protocol protocol) {
    Cost narrow = protocol.cost(NARROW, LANES);
    Cost wide = protocol.cost(WIDE, LANES);
    return List.of(
        protocol.name(),
        protocol.functionality(),
        Integer.toString(narrow.rounds()),
        byParty(narrow),
        perLane(narrow.bytes()),
        Integer.toString(wide.rounds()),
        perLane(wide.bytes()),
        protocol.adversary(),
        protocol.source(),
        protocol.deviation().isBlank() ? "-" : protocol.deviation());
  }

  private static List<List<String>> operations(ProtocolSuite suite) {
    Comparison equal = new Comparison(Operator.EQUAL, Ordering.UNSIGNED);
    Comparison less = new Comparison(Operator.LESS, Ordering.UNSIGNED);
    return List.of(
        Stream.concat(Stream.of("operation"), Stream.of(Sharing.values()).map(Sharing::word))
            .toList(),
        row("equal, bit shared", s -> suite.compareCost(equal, s, NARROW, LANES)),
        row("equal, bit revealed", s -> suite.revealCost(equal, s, NARROW, LANES)),
        row("less, bit shared", s -> suite.compareCost(less, s, NARROW, LANES)),
        row("less, bit revealed", s -> suite.revealCost(less, s, NARROW, LANES)),
        row("and of two bits", s -> suite.andCost(LANES)),
        row("open a bit", s -> suite.openCost(LANES)));
  }

  private static List<String> row(String operation, Function<Sharing, Cost> costing) {
    return Stream.concat(
            Stream.of(operation),
            Stream.of(Sharing.values()).map(sharing -> cell(costing.apply(sharing))))
        .toList();
  }

  private static String cell(Cost cost) {
    return cost.rounds() + (cost.rounds() == 1 ? " round, " : " rounds, ") + perLane(cost.bytes());
  }

  private static String byParty(Cost cost) {
    List<String> bytes = Party.ALL.stream().map(party -> perLane(cost.by(party))).toList();
    return bytes.stream().distinct().count() == 1
        ? bytes.get(0)
        : bytes.stream().collect(Collectors.joining(", "));
  }

  /** Three decimals, none that says nothing. */
  private static String perLane(long bytes) {
    BigDecimal rounded =
        BigDecimal.valueOf(bytes)
            .divide(BigDecimal.valueOf(LANES), 3, RoundingMode.HALF_UP)
            .stripTrailingZeros();
    return rounded.signum() == 0 && bytes > 0 ? "under 0.001" : rounded.toPlainString();
  }

  private static String table(List<List<String>> rows) {
    String rule = "|---".repeat(rows.get(0).size()) + "|\n";
    List<String> lines =
        rows.stream()
            .map(
                row ->
                    row.stream()
                        .map(cell -> cell.replace("|", "\\|"))
                        .collect(Collectors.joining(" | ", "| ", " |\n")))
            .toList();
    return lines.get(0) + rule + String.join("", lines.subList(1, lines.size()));
  }
}
