package io.dartagnan.cli.doctor;

import io.dartagnan.cli.doctor.Facts.CloudFacts;
import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.schema.TableSchema;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;

/**
 * The part of the examination that is about tables, for commands that look at what the clouds hold
 * in them.
 */
final class TableFindings {
  private final Facts facts;

  private TableFindings(Facts facts) {
    this.facts = facts;
  }

  /**
   * Asks the clouds.
   *
   * @throws CommandException naming the clouds that do not answer
   */
  static TableFindings gather(Configuration configuration) throws InterruptedIOException {
    Facts facts;
    try {
      facts = new Gathering(configuration).ofAll();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the clouds were asked for their tables");
    }
    if (!facts.silent().isEmpty()) {
      throw new CommandException(
          facts.silent().entrySet().stream()
              .map(
                  each -> CloudFacts.nameOf(each.getKey()) + " does not answer: " + each.getValue())
              .collect(Collectors.joining("; ")));
    }
    return new TableFindings(facts);
  }

  /**
   * The tables that were named, or else those that some cloud has with a schema.
   *
   * @throws CommandException if one that was named is none of these
   */
  Collection<TableName> chosen(List<TableName> named) {
    SortedSet<TableName> tables = new TreeSet<>();
    for (CloudFacts cloud : facts.clouds()) {
      cloud.tables().values().stream()
          .filter(TableSchema::isDeclaredIn)
          .forEach(table -> tables.add(table.getTableName()));
    }
    for (TableName table : named) {
      if (!tables.contains(table)) {
        throw new CommandException(
            "there is no table %s with a schema on any cloud; 'dartagnan tables' lists the tables"
                .formatted(table));
      }
    }
    return named.isEmpty() ? tables : named;
  }

  /** Whether all three clouds have a table, enabled. */
  boolean isServed(TableName table) {
    return facts.clouds().stream()
        .allMatch(cloud -> cloud.tables().containsKey(table) && !cloud.disabled().contains(table));
  }

  /** Faults of a table's descriptors, with how to mend them; a sentence each. */
  List<String> of(TableName table) {
    Facts only = facts.of(table);
    List<String> sentences = new ArrayList<>();
    for (Check check : Check.OF_TABLES) {
      check.findings(only).forEach(finding -> sentences.add(finding.text()));
    }
    return sentences;
  }
}
