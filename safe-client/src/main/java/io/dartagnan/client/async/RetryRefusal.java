package io.dartagnan.client.async;

import io.dartagnan.client.rpc.Unsupported;

/** The refusal of settings that the synchronous clients of the three clouds have no place for. */
final class RetryRefusal {
  private RetryRefusal() {}

  /** The exception for a setting of a builder. */
  static UnsupportedOperationException of(String setting, String key) {
    return Unsupported.operation(
        setting,
        "the three clouds' clients have one setting for a whole connection; set "
            + key
            + " in its configuration");
  }
}
