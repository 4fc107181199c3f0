package io.dartagnan.client.rpc;

import io.dartagnan.mpc.Party;
import io.dartagnan.schema.DescriptorQuestion;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The descriptors that the clouds of one connection have of tables. */
public final class TableDescriptors {
  private static final Logger LOG = LoggerFactory.getLogger(TableDescriptors.class);

  /** For how long a region is asked before the master is; a far cloud takes ten round trips. */
  private static final int SOON_MS = 2_000;

  private final Function<Party, Connection> clouds;
  private final FanOut fanOut;
  private final QuorumReader quorum;
  private final long withinMs;

  /**
   * Asks the clouds.
   *
   * @param clouds the connections, which stay the caller's to close
   * @param withinMs how long a question takes at most
   */
  public TableDescriptors(
      Function<Party, Connection> clouds, FanOut fanOut, QuorumReader quorum, long withinMs) {
    this.clouds = clouds;
    this.fanOut = fanOut;
    this.quorum = quorum;
    this.withinMs = withinMs;
  }

  /** Returns one cloud's as its master has it. */
  public TableDescriptor of(Party cloud, TableName table) throws IOException {
    try (Admin admin = clouds.apply(cloud).getAdmin()) {
      return admin.getDescriptor(table);
    }
  }

  /**
   * Returns one cloud's as the table's first region has it, which a reader looks up anyway; as the
   * master has it if there is none that answers soon, as of a table that is disabled or not there.
   */
  TableDescriptor ofRegion(Party cloud, TableName table) throws IOException {
    Optional<TableDescriptor> told = Optional.empty();
    try (Table region =
        clouds
            .apply(cloud)
            .getTableBuilder(table, null)
            .setOperationTimeout(SOON_MS)
            .setRpcTimeout(SOON_MS)
            .setReadRpcTimeout(SOON_MS)
            .build()) {
      told = DescriptorQuestion.answerIn(region.get(DescriptorQuestion.ask()), table);
    } catch (SocketTimeoutException e) {
      LOG.debug("{}: no region told the descriptor soon, asking the master", cloud, e);
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      LOG.debug("{}: no region told the descriptor, asking the master", cloud, e);
    }
    return told.isPresent() ? told.get() : of(cloud, table);
  }

  /** Returns one cloud's as its readers get it; a plain cluster's regions know no such question. */
  private TableDescriptor ofReader(Party cloud, TableName table) throws IOException {
    return fanOut.placement().isOneCluster() ? of(cloud, table) : ofRegion(cloud, table);
  }

  /** Returns those of all three, in order of party, as regions have them. */
  public List<TableDescriptor> ofAll(TableName table) throws IOException {
    return fanOut.call(withinMs, cloud -> ofReader(cloud, table));
  }

  /**
   * Returns the one that three clouds, or two if the third does not answer, agree on, as regions
   * have it.
   */
  public TableCatalogue.Agreed agreed(TableName table) throws IOException {
    return agreed(cloud -> ofReader(cloud, table));
  }

  /** Returns the one that three masters, or two if the third does not answer, agree on. */
  public TableDescriptor agreedByMasters(TableName table) throws IOException {
    return agreed(cloud -> of(cloud, table)).descriptor();
  }

  private TableCatalogue.Agreed agreed(CloudCall<TableDescriptor> call) throws IOException {
    return quorum.read(lost -> agreed(call, lost));
  }

  private TableCatalogue.Agreed agreed(CloudCall<TableDescriptor> call, Optional<Party> lost)
      throws IOException {
    TableDescriptor descriptor =
        lost.isPresent()
            ? CloudConsensus.onDeclarations(quorum.two(lost.get(), withinMs, call), lost.get())
            : CloudConsensus.onDeclarations(quorum.three(withinMs, call));
    return new TableCatalogue.Agreed(descriptor, lost.isEmpty());
  }
}
