package com.example;

import static org.apache.hadoop.hbase.util.Bytes.toBytes;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.dartagnan.testcontainers.DartagnanContainers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;

@Testcontainers
class PatientsIT {
  @Container static final DartagnanContainers CLOUDS = new DartagnanContainers();

  private static final TableName PATIENTS = TableName.valueOf("patients");
  private static final byte[] F = toBytes("f");
  private static final byte[] ILLNESS = toBytes("illness");

  @Test
  void findsPatientsByIllness() throws IOException {
    try (Connection hbase = CLOUDS.connect();
        Admin admin = hbase.getAdmin();
        Table patients = hbase.getTable(PATIENTS)) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(PATIENTS)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
              .setValue("dartagnan.column.f:illness", "xor string(31)")
              .build());
      patients.put(new Put(toBytes("ann")).addColumn(F, ILLNESS, toBytes("asthma")));
      patients.put(new Put(toBytes("bob")).addColumn(F, ILLNESS, toBytes("measles")));
      patients.put(new Put(toBytes("cid")).addColumn(F, ILLNESS, toBytes("asthma")));

      Scan asthma =
          new Scan()
              .setFilter(
                  new SingleColumnValueFilter(
                      F, ILLNESS, CompareOperator.EQUAL, toBytes("asthma")));
      List<String> found = new ArrayList<>();
      try (ResultScanner rows = patients.getScanner(asthma)) {
        for (Result row : rows) {
          found.add(Bytes.toString(row.getRow()));
        }
      }
      assertEquals(List.of("ann", "cid"), found);
    }
  }
}
