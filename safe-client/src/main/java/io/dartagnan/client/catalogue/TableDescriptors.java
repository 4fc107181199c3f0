package io.dartagnan.client.catalogue;

import io.dartagnan.client.cloud.CloudCall;
import io.dartagnan.client.cloud.CloudConsensus;
import io.dartagnan.client.cloud.FanOut;
import io.dartagnan.client.cloud.TwoOfThree;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** The descriptors that the clouds of one connection have of tables. */
public final class TableDescriptors {
  private final Function<Party, Connection> clouds;
  private final FanOut fanOut;
  private final TwoOfThree twoOfThree;
  private final long withinMs;

  /**
   * Asks the clouds.
   *
   * @param clouds the connections, which stay the caller's to close
   * @param withinMs how long a question takes at most
   */
  public TableDescriptors(
      Function<Party, Connection> clouds, FanOut fanOut, TwoOfThree twoOfThree, long withinMs) {
    this.clouds = clouds;
    this.fanOut = fanOut;
    this.twoOfThree = twoOfThree;
    this.withinMs = withinMs;
  }

  /** One cloud's. */
  public TableDescriptor of(Party cloud, TableName table) throws IOException {
    try (Admin admin = clouds.apply(cloud).getAdmin()) {
      return admin.getDescriptor(table);
    }
  }

  /** Those of all three, in order of party. */
  public List<TableDescriptor> ofAll(TableName table) throws IOException {
    return fanOut.call(withinMs, cloud -> of(cloud, table));
  }

  /** The one that three clouds, or two if the third does not answer, agree on. */
  public TableCatalogue.Agreed agreed(TableName table) throws IOException {
    return twoOfThree.read(lost -> agreed(table, lost));
  }

  private TableCatalogue.Agreed agreed(TableName table, Optional<Party> lost) throws IOException {
    CloudCall<TableDescriptor> call = cloud -> of(cloud, table);
    TableDescriptor descriptor =
        lost.isPresent()
            ? CloudConsensus.onDeclarations(twoOfThree.two(lost.get(), withinMs, call), lost.get())
            : CloudConsensus.onDeclarations(twoOfThree.three(withinMs, call));
    return new TableCatalogue.Agreed(descriptor, lost.isEmpty());
  }
}
