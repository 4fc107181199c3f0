package io.dartagnan.client.scan;

import io.dartagnan.client.filter.FilterPlan;
import io.dartagnan.client.filter.FilterTranslation;
import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.predicate.SharedCondition;
import io.dartagnan.query.Operation;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.schema.TableSchema;
import io.dartagnan.wire.ShareBytes;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;

/**
 * The part of a scan that the clouds take, and the rest of which HBase's own filter decides at the
 * client.
 *
 * @param intervals the rows to read, in the scan's order
 * @param question narrows those rows further, by what the clouds judge on shares
 * @param keys a filter on keys alone, which each cloud runs over its own cells
 */
public record ScanPlan(
    List<RowInterval> intervals, Optional<Question> question, Optional<Filter> keys) {

  /** The plan of a scan. Nothing is sent. */
  public static ScanPlan of(TableSchema schema, Scan scan) {
    Optional<Question> question = Optional.empty();
    try {
      if (FilterTranslation.plan(schema, scan, List.of()) instanceof FilterPlan.Evaluate plan) {
        question = Optional.of(new OneComparison(plan));
      }
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      question = Optional.empty();
    }
    return new ScanPlan(List.of(RowInterval.of(scan)), question, Optional.empty());
  }

  /** Checks a row. */
  public void check(Result row) throws IOException {}

  private record OneComparison(FilterPlan.Evaluate plan) implements Question {
    @Override
    public List<QueryColumn> columns() {
      return List.of(new QueryColumn(plan.family(), plan.qualifier(), plan.protection()));
    }

    @Override
    public List<Operation> deal(SecureRandom random) {
      List<byte[]> operands = plan.deal(random);
      return Party.ALL.stream()
          .map(
              party -> {
                byte[] operand = operands.get(party.index());
                Predicate compared =
                    plan.protection().isProtected()
                        ? new SharedCondition(
                            0,
                            plan.comparison(),
                            ShareBytes.read(operand, party, plan.protection()))
                        : new PublicCondition(0, plan.comparison(), operand);
                Predicate present = PublicCondition.present(0);
                Predicate all =
                    plan.keepMissing()
                        ? new Predicate.Or(List.of(new Predicate.Not(present), compared))
                        : new Predicate.And(List.of(present, compared));
                return (Operation) new Operation.Select(all, Operation.Select.NO_LIMIT);
              })
          .toList();
    }
  }
}
