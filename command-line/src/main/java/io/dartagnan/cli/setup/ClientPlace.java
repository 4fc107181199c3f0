package io.dartagnan.cli.setup;

import java.util.List;

/**
 * The applications as a description has them.
 *
 * @param hosts those that may reach the clouds
 * @param files folder for keys and passwords on each of them
 */
record ClientPlace(List<String> hosts, String files) {

  String file(String name) {
    return files + "/rpc/" + name;
  }
}
