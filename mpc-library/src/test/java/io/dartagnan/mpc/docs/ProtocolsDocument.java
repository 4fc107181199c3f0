package io.dartagnan.mpc.docs;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.evaluation.AggregateEvaluation;
import io.dartagnan.mpc.evaluation.PredicateEvaluation;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.SharedCondition;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Adversary;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import io.dartagnan.mpc.suite.ProtocolSuite;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
  // Aggregates depend on the size of a batch: one as a server forms it.
  private static final int BATCH = 1 << 15;
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
            "source",
            "deviation"));
    suite.protocols().forEach(protocol -> protocols.add(row(protocol)));
    return "## Suite `"
        + suite.name()
        + "`\n"
        + adversaries(suite)
        + "\n\n"
        + table(protocols)
        + "\nWhat is asked of it, 64-bit ring: rounds, and bytes per lane that all parties send.\n\n"
        + table(operations(suite))
        + "\n";
  }

  /** Returns against whom the protocols are secure: most of them, and each that differs. */
  private static String adversaries(ProtocolSuite suite) {
    return (suite.adversary() == Adversary.SEMI_HONEST
            ? "Secure against "
            : "One party may deviate as it likes: an answer is right, or there is none and the party, or the two of which it is one, are named. All gates are proven before anything is opened or leaves; until then they are secure against ")
        + Protocol.ONE_SEMI_HONEST
        + suite.protocols().stream()
            .filter(protocol -> !protocol.adversary().equals(Protocol.ONE_SEMI_HONEST))
            .collect(
                Collectors.groupingBy(
                    Protocol::adversary,
                    LinkedHashMap::new,
                    Collectors.mapping(
                        protocol -> "*" + protocol.name() + "*", Collectors.joining(", "))))
            .entrySet()
            .stream()
            .map(alike -> ". " + alike.getValue() + ": " + alike.getKey())
            .collect(Collectors.joining())
        + ".";
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
        protocol.source(),
        protocol.deviation().isBlank() ? "-" : protocol.deviation());
  }

  private static List<List<String>> operations(ProtocolSuite suite) {
    Comparison equal = new Comparison(Operator.EQUAL, Ordering.UNSIGNED);
    Comparison less = new Comparison(Operator.LESS, Ordering.UNSIGNED);
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        Stream.concat(Stream.of("operation"), suite.sharings().stream().map(Sharing::word))
            .toList());
    rows.add(row(suite, "equal, bit shared", s -> suite.compareCost(equal, s, NARROW, LANES)));
    rows.add(row(suite, "equal, bit revealed", s -> revealCost(suite, equal, s)));
    rows.add(row(suite, "less, bit shared", s -> suite.compareCost(less, s, NARROW, LANES)));
    rows.add(row(suite, "less, bit revealed", s -> revealCost(suite, less, s)));
    rows.add(row(suite, "a <= x AND x < b, revealed", s -> rangeCost(suite, s)));
    rows.add(row(suite, "and of two bits", s -> suite.andCost(LANES)));
    rows.add(row(suite, "open a bit", s -> suite.openCost(LANES)));
    suite
        .aggregation()
        .ifPresent(
            aggregation -> {
              rows.add(row(suite, "count ones", s -> aggregation.countCost(BATCH, BATCH), BATCH));
              rows.add(row(suite, "sum under bits", s -> aggregation.sumCost(s, BATCH), BATCH));
              rows.add(row(suite, "least or greatest under bits", s -> leastCost(suite, s), BATCH));
            });
    return rows;
  }

  private static Cost revealCost(ProtocolSuite suite, Comparison comparison, Sharing sharing) {
    return suite.revealCost(comparison, sharing, NARROW, LANES);
  }

  private static Cost rangeCost(ProtocolSuite suite, Sharing sharing) {
    return new PredicateEvaluation(
            suite,
            new Predicate.And(
                List.of(
                    condition(Operator.GREATER_OR_EQUAL, sharing),
                    condition(Operator.LESS, sharing))))
        .cost(LANES);
  }

  private static Cost leastCost(ProtocolSuite suite, Sharing sharing) {
    return new AggregateEvaluation(suite, condition(Operator.LESS, sharing))
        .extremeCost(sharing, NARROW, BATCH);
  }

  private static SharedCondition condition(Operator operator, Sharing sharing) {
    long[] zero = new long[NARROW.limbs()];
    return new SharedCondition(
        0,
        new Comparison(operator, Ordering.UNSIGNED),
        new Shares(Party.P0, sharing, NARROW, zero, sharing.isReplicated() ? zero : null));
  }

  private static List<String> row(
      ProtocolSuite suite, String operation, Function<Sharing, Cost> costing) {
    return row(suite, operation, costing, LANES);
  }

  private static List<String> row(
      ProtocolSuite suite, String operation, Function<Sharing, Cost> costing, int lanes) {
    return Stream.concat(
            Stream.of(operation),
            suite.sharings().stream().map(sharing -> cell(costing.apply(sharing), lanes)))
        .toList();
  }

  private static String cell(Cost cost, int lanes) {
    return cost.rounds() + ", " + perLane(cost.bytes(), lanes);
  }

  private static String byParty(Cost cost) {
    List<String> bytes = Party.ALL.stream().map(party -> perLane(cost.by(party))).toList();
    return bytes.stream().distinct().count() == 1
        ? bytes.get(0)
        : bytes.stream().collect(Collectors.joining(", "));
  }

  /** Three decimals, none that says nothing. */
  private static String perLane(long bytes) {
    return perLane(bytes, LANES);
  }

  private static String perLane(long bytes, int lanes) {
    BigDecimal rounded =
        BigDecimal.valueOf(bytes)
            .divide(BigDecimal.valueOf(lanes), 3, RoundingMode.HALF_UP)
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
