package io.dartagnan.cli.doctor;

import io.dartagnan.mpc.Party;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * What was gathered of a client and of its clouds.
 *
 * @param configuration the client's
 * @param clientVersion HBase's version on the client's class path
 * @param silent the clouds that gave no answer, and why
 * @param clouds those that gave one, in the order of parties
 */
record Facts(
    Configuration configuration,
    String clientVersion,
    Map<Party, String> silent,
    List<CloudFacts> clouds) {

  Facts {
    silent = Map.copyOf(silent);
    clouds = List.copyOf(clouds);
  }
}
