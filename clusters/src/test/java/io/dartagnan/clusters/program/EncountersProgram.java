package io.dartagnan.clusters.program;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * Creates a table, loads a file of encounters into it, asks, and prints a line for each answer:
 * {@code EncountersProgram FILE.csv TABLE SCHEME SUITE}. On plain HBase, scheme and suite are words
 * in a descriptor that nobody reads.
 */
public final class EncountersProgram {
  private static final int REGIONS = 3;
  private static final int ASKING = 4;
  private static final int DEADLINE_MINUTES = 15;

  private final Connection connection;
  private final TableName name;
  private final String scheme;
  private final String suite;
  private final List<Encounter> encounters;

  private EncountersProgram(
      Connection connection,
      TableName name,
      String scheme,
      String suite,
      List<Encounter> encounters) {
    this.connection = connection;
    this.name = name;
    this.scheme = scheme;
    this.suite = suite;
    this.encounters = encounters;
  }

  public static void main(String[] arguments) throws Exception {
    List<Encounter> encounters = Encounter.read(Path.of(arguments[0]));
    try (Connection connection = ConnectionFactory.createConnection(HBaseConfiguration.create())) {
      EncountersProgram program =
          new EncountersProgram(
              connection, TableName.valueOf(arguments[1]), arguments[2], arguments[3], encounters);
      program.create();
      program.load();
      program.filter();
      try (Table table = connection.getTable(program.name)) {
        new PlainOperations(table, encounters).run();
      }
    }
  }

  private void create() throws IOException {
    TableDescriptor descriptor =
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(Encounter.FAMILY))
            .setValue("dartagnan.column.e:ENCOUNTERCLASS", scheme + " string(15)")
            .setValue("dartagnan.column.e:CODE", scheme + " int64")
            .setValue("dartagnan.column.e:PATIENT", scheme + " string(39)")
            .setValue("dartagnan.column.e:TOTAL_CLAIM_COST", scheme + " int64")
            .setValue("dartagnan.column.e:DESCRIPTION", scheme + " string(80)")
            .setValue("dartagnan.column.e:START", "plain")
            .setValue("dartagnan.suite", suite)
            .build();
    byte[][] splits = new byte[REGIONS - 1][];
    for (int i = 1; i < REGIONS; i++) {
      splits[i - 1] = encounters.get(i * encounters.size() / REGIONS).row();
    }
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(descriptor, splits);
    }
  }

  private void load() throws IOException {
    try (BufferedMutator mutator = connection.getBufferedMutator(name)) {
      for (Encounter encounter : encounters) {
        mutator.mutate(encounter.put());
      }
    }
  }

  /** Several at a time, printed in the order of the questions. */
  private void filter() throws IOException, InterruptedException, ExecutionException {
    ExecutorService threads = Executors.newFixedThreadPool(ASKING);
    try {
      List<Future<String>> answers = new ArrayList<>();
      for (Condition condition : Condition.all(encounters)) {
        answers.add(threads.submit(() -> answer(condition.name(), condition.scan())));
      }
      threads.shutdown();
      if (!threads.awaitTermination(DEADLINE_MINUTES, TimeUnit.MINUTES)) {
        throw new IOException("not all filters ended within " + DEADLINE_MINUTES + " minutes");
      }
      for (Future<String> answer : answers) {
        System.out.println(answer.get());
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private String answer(String question, Scan scan) throws IOException {
    try (Table table = connection.getTable(name);
        ResultScanner rows = table.getScanner(scan)) {
      return new Answer().add(rows).line(question);
    }
  }
}
