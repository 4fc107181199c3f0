package io.dartagnan.ycsb;

import io.dartagnan.ycsb.hbase.BenchmarkTable;
import io.dartagnan.ycsb.hbase.Causes;
import io.dartagnan.ycsb.hbase.Cluster;
import io.dartagnan.ycsb.hbase.ClusterSettings;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * YCSB binding for any workload of YCSB's own, over the HBase API alone: HBase's configuration, or
 * the property {@code system}, makes it one HBase, three of them, or three clouds.
 *
 * <p>A field is a qualifier of the family that {@code columnfamily} names, {@code f} unless set;
 * one with a colon in it names its family itself.
 */
public final class HBaseBinding extends DB {
  private final Map<String, BenchmarkTable> tables = new HashMap<>();
  private Cluster cluster;
  private byte[] family;

  /** A call that may fail. */
  private interface Call {
    Status on(BenchmarkTable table) throws IOException;
  }

  /** Family and qualifier of a field. */
  private record Field(byte[] family, byte[] qualifier) {}

  @Override
  public void init() throws DBException {
    family = Bytes.toBytes(getProperties().getProperty("columnfamily", "f"));
    try {
      cluster = Cluster.open(ClusterSettings.of(getProperties()));
    } catch (IOException | IllegalArgumentException e) {
      throw new DBException(Causes.of(e), e);
    }
  }

  @Override
  public void cleanup() throws DBException {
    try {
      for (BenchmarkTable table : tables.values()) {
        table.close();
      }
      cluster.close();
    } catch (IOException e) {
      throw new DBException(Causes.of(e), e);
    }
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    Get get = new Get(Bytes.toBytes(key));
    if (fields != null) {
      for (String name : fields) {
        Field field = field(name);
        get.addColumn(field.family(), field.qualifier());
      }
    }
    return on(
        table,
        open -> {
          Result row = open.get(get);
          if (row.isEmpty()) {
            return Status.NOT_FOUND;
          }
          copy(row, result);
          return Status.OK;
        });
  }

  @Override
  public Status scan(
      String table,
      String startKey,
      int count,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    Scan scan = new Scan().withStartRow(Bytes.toBytes(startKey)).setLimit(count);
    if (fields != null) {
      for (String name : fields) {
        Field field = field(name);
        scan.addColumn(field.family(), field.qualifier());
      }
    }
    return on(
        table,
        open -> {
          open.scan(
              scan,
              row -> {
                HashMap<String, ByteIterator> values = new HashMap<>();
                copy(row, values);
                return result.add(values);
              });
          return Status.OK;
        });
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    Put put = new Put(Bytes.toBytes(key));
    values.forEach(
        (name, value) -> {
          Field field = field(name);
          put.addColumn(field.family(), field.qualifier(), value.toArray());
        });
    return on(
        table,
        open -> {
          open.put(List.of(put));
          return Status.OK;
        });
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return update(table, key, values);
  }

  @Override
  public Status delete(String table, String key) {
    return on(
        table,
        open -> {
          open.delete(new Delete(Bytes.toBytes(key)));
          return Status.OK;
        });
  }

  private Status on(String name, Call call) {
    try {
      BenchmarkTable table = tables.get(name);
      if (table == null) {
        table = cluster.table(TableName.valueOf(name));
        tables.put(name, table);
      }
      return call.on(table);
    } catch (IOException | RuntimeException e) {
      return new Status("ERROR", Causes.of(e));
    }
  }

  private Field field(String name) {
    int colon = name.indexOf(':');
    return colon < 0
        ? new Field(family, Bytes.toBytes(name))
        : new Field(
            Bytes.toBytes(name.substring(0, colon)), Bytes.toBytes(name.substring(colon + 1)));
  }

  private void copy(Result row, Map<String, ByteIterator> values) {
    for (Cell cell : row.rawCells()) {
      String qualifier =
          Bytes.toString(
              cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength());
      boolean own =
          Bytes.equals(
              family,
              0,
              family.length,
              cell.getFamilyArray(),
              cell.getFamilyOffset(),
              cell.getFamilyLength());
      String field =
          own
              ? qualifier
              : Bytes.toString(
                      cell.getFamilyArray(), cell.getFamilyOffset(), cell.getFamilyLength())
                  + ":"
                  + qualifier;
      values.put(
          field,
          new ByteArrayByteIterator(
              cell.getValueArray(), cell.getValueOffset(), cell.getValueLength()));
    }
  }
}
