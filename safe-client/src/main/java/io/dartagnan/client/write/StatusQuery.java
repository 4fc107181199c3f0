package io.dartagnan.client.write;

import io.dartagnan.client.rpc.CloudOutcome;
import io.dartagnan.client.rpc.CloudTables;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hbase.thirdparty.com.google.common.collect.ListMultimap;
import org.apache.hbase.thirdparty.com.google.common.collect.MultimapBuilder;

/**
 * Question to clouds whether they have writes that they refused or did not answer for: HBase's
 * client sends a write again when an answer is lost, and a cloud may have done it the first time.
 */
final class StatusQuery {
  private final boolean closes;
  private final ListMultimap<Party, SplitWrite> sought =
      MultimapBuilder.enumKeys(Party.class).arrayListValues().build();

  /**
   * A question for no writes yet.
   *
   * @param closes whether a cloud that does not have a write is to refuse it from then on
   */
  StatusQuery(boolean closes) {
    this.closes = closes;
  }

  /** Has a cloud asked for a write. */
  void add(Party cloud, SplitWrite write) {
    sought.put(cloud, write);
  }

  /**
   * Asks all clouds at once.
   *
   * @return of each cloud, whether it has the first, second and so on of the writes it is asked for
   * @throws IOException if interrupted, or the connection is closed
   */
  List<CloudOutcome<List<Boolean>>> ask(CloudTables tables, long withinMs) throws IOException {
    return tables.outcomes(
        withinMs,
        cloud -> {
          List<Get> questions =
              sought.get(cloud).stream().map(write -> write.question(cloud, closes)).toList();
          List<Boolean> answers = new ArrayList<>(questions.size());
          if (!questions.isEmpty()) {
            for (Result answer : tables.on(cloud).get(questions)) {
              answers.add(!answer.isEmpty());
            }
          }
          return answers;
        });
  }
}
