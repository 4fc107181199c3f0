package io.dartagnan.client.admin;

import io.dartagnan.client.configuration.ClientSettings;
import io.dartagnan.client.rpc.CloudCall;
import io.dartagnan.client.rpc.CloudFailures;
import io.dartagnan.client.rpc.CloudOutcome;
import io.dartagnan.client.rpc.FanOut;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.Placement;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Admin;

/** The {@code Admin} of each of the three clouds, asked in parallel. */
final class CloudAdmins implements Closeable {
  private final List<Admin> byCloud;
  private final FanOut fanOut;
  private final Configuration conf;
  private final long askingMs;

  /**
   * Takes over three.
   *
   * @param byCloud those of cloud 0, 1 and 2
   */
  CloudAdmins(Configuration conf, List<Admin> byCloud, FanOut fanOut) {
    this.byCloud = List.copyOf(byCloud);
    this.fanOut = fanOut;
    this.conf = conf;
    this.askingMs = ClientSettings.operationDeadlineMs(conf);
  }

  /** The connection's configuration. */
  Configuration configuration() {
    return conf;
  }

  /** Where tables are. */
  Placement placement() {
    return fanOut.placement();
  }

  Admin on(Party cloud) {
    return byCloud.get(cloud.index());
  }

  /** What each cloud answers, in order of party; an exception that names those that do not. */
  <T> List<T> ask(CloudCall<T> question) throws IOException {
    return fanOut.call(askingMs, question);
  }

  /** The outcome on each cloud of a call that may take as long as a procedure of a master. */
  <T> List<CloudOutcome<T>> change(CloudCall<T> call) throws IOException {
    return fanOut.outcomes(
        ClientSettings.withGrace(
            Math.max(byCloud.get(0).getOperationTimeout(), byCloud.get(0).getSyncWaitTimeout())),
        call);
  }

  /** Makes a call on one cloud. */
  Object call(Party cloud, AdminCall call) throws IOException {
    try {
      return call.on(on(cloud));
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw CloudFailures.naming(cloud, e);
    }
  }

  /** Makes a call on all clouds that changes nothing. */
  List<Object> ask(AdminCall call) throws IOException {
    return ask(cloud -> call.on(on(cloud)));
  }

  /** Makes a call on all clouds that changes something. */
  List<CloudOutcome<Object>> change(AdminCall call) throws IOException {
    return change(cloud -> call.on(on(cloud)));
  }

  @Override
  public void close() throws IOException {
    for (Admin admin : byCloud) {
      admin.close();
    }
  }
}
