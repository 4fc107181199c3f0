package io.dartagnan.client.rpc;

import io.dartagnan.mpc.Party;
import java.io.IOException;

/** Says that one cloud does not answer, where two have answered. Callers go on with those two. */
public final class LostCloudException extends IOException {
  private static final long serialVersionUID = 1L;

  private final Party cloud;

  /**
   * A cloud without an answer.
   *
   * @param failure its silence, or why it cannot be reached
   */
  public LostCloudException(Party cloud, Throwable failure) {
    super(CloudFailures.naming(cloud, failure).getMessage(), failure);
    this.cloud = cloud;
  }

  /** The cloud that does not answer. */
  public Party cloud() {
    return cloud;
  }
}
