package io.dartagnan.server;

import io.dartagnan.status.StatusAnswer;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.util.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers gets of one region that ask for the status of its server. */
final class RegionStatus {
  private static final Logger LOG = LoggerFactory.getLogger(RegionStatus.class);
  private static final byte[] FAMILY = Bytes.toBytes(StatusAnswer.FAMILY);

  private final ServerName server;

  RegionStatus(ServerName server) {
    this.server = server;
  }

  /**
   * Answers a get if it asks; nothing is read from the region then.
   *
   * @return whether it did
   */
  boolean answer(
      ObserverContext<RegionCoprocessorEnvironment> context, Get get, List<Cell> results) {
    byte[] question = get.getAttribute(StatusAnswer.ATTRIBUTE);
    if (question == null) {
      return false;
    }
    results.add(
        new KeyValue(
            get.getRow(),
            FAMILY,
            HConstants.EMPTY_BYTE_ARRAY,
            System.currentTimeMillis(),
            answer().encode(question)));
    context.bypass();
    return true;
  }

  private StatusAnswer answer() {
    try {
      return MeshEndpoint.of(server).status().answer();
    } catch (IOException e) {
      return new StatusAnswer.Unavailable(e.getMessage());
    } catch (RuntimeException e) {
      // HBase takes what it does not expect of a coprocessor for a reason to abort the server.
      LOG.error("the status of {} cannot be told", server, e);
      return new StatusAnswer.Unavailable("its status cannot be told; its log says why");
    }
  }
}
