package io.dartagnan.testcontainers;

import io.dartagnan.mpc.Party;
import io.dartagnan.provisioning.Site;
import io.dartagnan.provisioning.Site.Stores;
import io.dartagnan.testcontainers.CloudContainer.CloudFiles;
import io.dartagnan.testcontainers.Keys.PinnedStores;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.util.DNS;

/** Settings of the clouds and of the application under test. */
final class Sites {
  private Sites() {}

  /** Returns the application's, and writes the stores that they name into the folder. */
  static Site ofClient(List<CloudPlace> clouds, Keys keys, ClientFolder folder) {
    Site site = new Site().safeClient("refuse").shortTimeouts();
    for (CloudPlace cloud : clouds) {
      PinnedStores stores = keys.client(cloud.party());
      site.cloudAt(cloud.party().index(), cloud.host(), cloud.zookeeperPort())
          .clientTls(
              cloud.party().index(),
              new Stores(
                  folder.write(cloud.alias() + "-keystore.p12", stores.keystore()),
                  folder.write(cloud.alias() + "-truststore.p12", stores.truststore()),
                  stores.revealPassword()));
    }
    return site;
  }

  /**
   * Returns those of a cloud that its image leaves open.
   *
   * @param all the places of the three
   * @param meshPassword of the stores for the mesh
   * @param rpcPassword of the stores for HBase's own TLS
   */
  static Site ofServer(
      CloudPlace own, List<CloudPlace> all, String meshPassword, String rpcPassword) {
    return new Site()
        .set(HConstants.ZOOKEEPER_CLIENT_PORT, own.zookeeperPort())
        .set(DNS.MASTER_HOSTNAME_KEY, own.host())
        .set(HConstants.MASTER_PORT, own.masterPort())
        .set(DNS.UNSAFE_RS_HOSTNAME_KEY, own.host())
        .set(HConstants.REGIONSERVER_PORT, own.regionServerPort())
        .party(own.party().index(), Site.MESH_PORT)
        .meshAdvertised(own.alias())
        .meshStores(Stores.in(CloudFiles.FOLDER + "/mesh", meshPassword))
        .servers(all.stream().map(CloudPlace::listed).collect(Collectors.joining(",")))
        .serverTls()
        .rpcStores("", Stores.in(CloudFiles.FOLDER + "/rpc", rpcPassword));
  }

  /** Returns whether a key is one of those settings. */
  static boolean chooses(String key) {
    CloudPlace any = new CloudPlace(Party.P0, "localhost", 0, 0, 0);
    return ofServer(any, List.of(any), "", "").settings().containsKey(key);
  }
}
