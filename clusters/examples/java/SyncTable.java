import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Compares a table of one HBase with the table of that name in another, or makes the second equal
 * to the first. Either may be three clouds: a folder with an hbase-site.xml says which.
 *
 * <pre>
 * java $DARTAGNAN_JAVA_OPTS -cp "$DARTAGNAN_CLASSPATH" SyncTable.java compare FROM_CONF TO_CONF TABLE
 * java $DARTAGNAN_JAVA_OPTS -cp "$DARTAGNAN_CLASSPATH" SyncTable.java copy    FROM_CONF TO_CONF TABLE
 * </pre>
 *
 * The newest values count; a value that is written gets a timestamp of its own. It ends with 1 when
 * it compared and found a difference. Nobody should write to either table meanwhile.
 */
class SyncTable {
  private static final int BATCH = 500;

  public static void main(String[] args) throws Exception {
    if (args.length != 4 || !List.of("compare", "copy").contains(args[0])) {
      System.err.println("usage: SyncTable.java compare|copy FROM_CONF TO_CONF TABLE");
      System.exit(2);
    }
    boolean copy = args[0].equals("copy");
    TableName name = TableName.valueOf(args[3]);
    try (Connection from = connect(args[1]);
        Connection to = connect(args[2]);
        Table source = from.getTable(name);
        Table target = to.getTable(name);
        ResultScanner sources = source.getScanner(new Scan());
        ResultScanner targets = target.getScanner(new Scan())) {
      long rows = 0;
      long different = 0;
      List<Mutation> pending = new ArrayList<>();
      Result wanted = sources.next();
      Result found = targets.next();
      while (wanted != null || found != null) {
        int order = wanted == null ? 1 : found == null ? -1 : Bytes.compareTo(wanted.getRow(), found.getRow());
        Result first = order <= 0 ? wanted : Result.EMPTY_RESULT;
        Result second = order >= 0 ? found : Result.EMPTY_RESULT;
        List<Mutation> missing = difference(first, second);
        rows += order <= 0 ? 1 : 0;
        different += missing.isEmpty() ? 0 : 1;
        if (!missing.isEmpty() && !copy) {
          System.out.println("differs: " + Bytes.toStringBinary((order <= 0 ? wanted : found).getRow()));
        }
        pending.addAll(missing);
        if (copy && pending.size() >= BATCH) {
          write(target, pending);
        }
        wanted = order <= 0 ? sources.next() : wanted;
        found = order >= 0 ? targets.next() : found;
      }
      if (copy) {
        write(target, pending);
      }
      System.out.printf("%d rows, %d %s%n", rows, different, copy ? "written" : "different");
      System.exit(!copy && different > 0 ? 1 : 0);
    }
  }

  private static Connection connect(String folder) throws Exception {
    Configuration configuration = HBaseConfiguration.create();
    configuration.addResource(Path.of(folder, "hbase-site.xml").toUri().toURL());
    return ConnectionFactory.createConnection(configuration);
  }

  /** The mutations that make the second row equal to the first: one put and one delete at most. */
  private static List<Mutation> difference(Result wanted, Result found) {
    byte[] row = wanted.isEmpty() ? found.getRow() : wanted.getRow();
    Put put = new Put(row);
    for (Cell cell : wanted.listCells() == null ? List.<Cell>of() : wanted.listCells()) {
      byte[] family = CellUtil.cloneFamily(cell);
      byte[] qualifier = CellUtil.cloneQualifier(cell);
      byte[] value = CellUtil.cloneValue(cell);
      if (!Bytes.equals(value, found.getValue(family, qualifier))) {
        put.addColumn(family, qualifier, value);
      }
    }
    Delete delete = new Delete(row);
    boolean any = false;
    for (Cell cell : found.listCells() == null ? List.<Cell>of() : found.listCells()) {
      byte[] family = CellUtil.cloneFamily(cell);
      byte[] qualifier = CellUtil.cloneQualifier(cell);
      if (!wanted.containsColumn(family, qualifier)) {
        delete.addColumns(family, qualifier);
        any = true;
      }
    }
    List<Mutation> both = new ArrayList<>();
    if (!put.isEmpty()) {
      both.add(put);
    }
    if (any) {
      both.add(delete);
    }
    return both;
  }

  private static void write(Table table, List<Mutation> mutations) throws Exception {
    table.batch(mutations, new Object[mutations.size()]);
    mutations.clear();
  }
}
