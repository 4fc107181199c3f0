package io.dartagnan.client.scan;

import io.dartagnan.mpc.Party;
import io.dartagnan.query.QuerySession;

/** A request to the three clouds to do something together with the rows of each range. */
public interface RangeRequest {

  /** Words for it in a failure, such as {@code a repair}. */
  String name();

  /** Name of the scan attribute that holds it. */
  String attribute();

  /**
   * The attribute's value.
   *
   * @param party who is asked
   * @param session names the session of the three, which never was before
   */
  byte[] encode(Party party, QuerySession session, ScanRange range);
}
