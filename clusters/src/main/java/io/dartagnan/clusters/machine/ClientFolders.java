package io.dartagnan.clusters.machine;

import io.dartagnan.clusters.files.ConfigurationFile;
import io.dartagnan.clusters.hbase.ClientSite;
import io.dartagnan.clusters.hbase.HBaseServer;
import io.dartagnan.clusters.hbase.LoggingConfiguration;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.process.StateFolder;
import io.dartagnan.provisioning.Site;
import java.nio.file.Path;
import java.util.Map;

/** Configuration folders of programs that use the clusters of one machine. */
public final class ClientFolders {
  private final StateFolder state;
  private final Machine machine;

  public ClientFolders(StateFolder state, Machine machine) {
    this.state = state;
    this.machine = machine;
  }

  /** Writes the folder with which a program uses the clouds through the Safe Client. */
  public Path safe() {
    return write("safe", ClientSite.safe(machine.waysToClouds()));
  }

  /** Writes the folder with which a program uses one cluster bare. */
  public Path bare(Role role) {
    return write(role.id(), ClientSite.bare(way(role)));
  }

  private Map<String, String> way(Role role) {
    if (machine.server(role) instanceof HBaseServer cluster) {
      return cluster.way();
    }
    throw new IllegalStateException(role + " is no HBase");
  }

  private Path write(String name, Map<String, String> site) {
    Path folder = state.client(name);
    ConfigurationFile.write(folder.resolve(Site.FILE), site);
    LoggingConfiguration.writeClient(folder);
    return folder;
  }
}
