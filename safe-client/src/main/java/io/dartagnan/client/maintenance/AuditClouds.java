package io.dartagnan.client.maintenance;

import io.dartagnan.audit.AuditRequest;
import io.dartagnan.audit.AuditRequest.Detail;
import io.dartagnan.client.configuration.QuerySettings;
import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.rpc.CloudTables;
import io.dartagnan.client.scan.CloudAnswer;
import io.dartagnan.client.scan.RangePlanner;
import io.dartagnan.client.scan.RangePlanner.ScanRange;
import io.dartagnan.client.scan.RegionDirectory;
import io.dartagnan.client.table.ConnectionParts;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.SystemRandom;
import io.dartagnan.schema.Placement;
import java.io.Closeable;
import java.io.IOException;
import java.util.function.Function;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Scan;

/** Access of the audit of one table to the three clouds, under a salt of its own. */
final class AuditClouds implements Closeable {
  private final ConnectionParts connection;
  private final TableName name;
  private final QuerySettings settings;
  private final CloudTables tables;
  private final byte[] salt = new byte[AuditRequest.SALT_BYTES];

  AuditClouds(ConnectionParts connection, TableName name) throws IOException {
    this.connection = connection;
    this.name = name;
    this.settings = QuerySettings.of(connection.configuration());
    this.tables = CloudTables.of(connection.fanOut(), connection.clouds(), name);
    SystemRandom.get().nextBytes(salt);
  }

  /** The clouds that are compared. */
  Placement placement() {
    return connection.fanOut().placement();
  }

  /** A walk over rows, in ranges that lie inside one region on each cloud. */
  RangeWalk walk() {
    return new RangeWalk(
        new RangePlanner(
            RegionDirectory.of(connection.clouds(), name),
            connection.scanTurns(),
            settings.timeoutMs()),
        settings);
  }

  /**
   * Asks a cloud about a range.
   *
   * @param rows of that range
   * @param blockBits 0 unless blocks are asked for
   */
  <T> CloudReader<T> ask(
      Party party,
      ScanRange range,
      RowInterval rows,
      Detail detail,
      int blockBits,
      Function<byte[], T> decoder)
      throws IOException {
    AuditRequest request =
        new AuditRequest(
            detail,
            blockBits,
            party,
            salt,
            range.servers().get(party.index()),
            rows.start(),
            rows.stop());
    Scan scan = CloudAnswer.ask(new Scan(), rows, AuditRequest.ATTRIBUTE, request.encode());
    return new CloudReader<>(
        party, tables.scan(party, scan), decoder, connection.scanTurns(), settings.timeoutMs());
  }

  @Override
  public void close() throws IOException {
    tables.close();
  }
}
