package io.dartagnan.client.table;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.configuration.LocalFilters;
import io.dartagnan.client.filter.FilterPlan;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rule for the parts of filters that the client judges: it refuses them, or says once in the log
 * what they are for each table and shape of filter. Thread-safe.
 */
public final class LocalFilterRule {
  private static final Logger LOG = LoggerFactory.getLogger(LocalFilterRule.class);

  /** Tables and shapes that are remembered; after as many others one is told of again. */
  private static final int REMEMBERED = 1_000;

  private final LocalFilters choice;
  private final Set<String> told =
      Collections.synchronizedSet(
          Collections.newSetFromMap(
              new LinkedHashMap<>() {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
                  return size() > REMEMBERED;
                }
              }));

  /** A rule as a configuration chooses it. */
  public LocalFilterRule(LocalFilters choice) {
    this.choice = choice;
  }

  /**
   * Applies the rule to a scan about to be sent.
   *
   * @return whether the log was told
   * @throws UnsupportedOperationException if there are such parts and they are refused, listing all
   */
  public boolean apply(TableName table, FilterPlan plan) {
    if (plan.local().isEmpty()) {
      return false;
    }
    String parts =
        plan.local().stream().map(FilterPlan.Part::toString).collect(Collectors.joining("; "));
    if (choice == LocalFilters.REFUSE) {
      throw new UnsupportedOperationException(
          "the filtered scan of table %s was not sent: %s is '%s', and the client would have to judge %s; set it to '%s', or leave these out"
              .formatted(
                  table, ClientKeys.FILTER_LOCAL, choice.word(), parts, LocalFilters.ALLOW.word()));
    }
    boolean isNew = told.add(table + " " + parts);
    if (isNew) {
      LOG.info(
          "table {}: the client judges parts of a filter, on rows that the clouds return: {}",
          table,
          parts);
    }
    return isNew;
  }
}
