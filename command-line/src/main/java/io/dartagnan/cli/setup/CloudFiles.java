package io.dartagnan.cli.setup;

import io.dartagnan.cli.setup.ThreeClouds.CloudPlace;
import io.dartagnan.cli.setup.ThreeClouds.RedisPlace;
import io.dartagnan.provisioning.RedisAccount;
import io.dartagnan.provisioning.Site;
import io.dartagnan.provisioning.Site.Stores;
import java.util.stream.Collectors;

/** Files for the operator of one cloud. No other cloud's password is in it, and no private key. */
final class CloudFiles {
  private final ThreeClouds clouds;
  private final CloudPlace own;
  private final Password mesh = Password.draw();
  private final Password rpc = Password.draw();
  private final Password ofRedis = Password.draw();
  private final RedisAccount redis;

  /**
   * The files of a cloud.
   *
   * @param redis its user in Redis
   */
  CloudFiles(ThreeClouds clouds, CloudPlace own, RedisAccount redis) {
    this.clouds = clouds;
    this.own = own;
    this.redis = redis;
  }

  FileSet files() {
    FileSet files =
        new FileSet("cloud-" + party())
            .with("CHECKLIST.md", checklist())
            .with(Site.FILE, site())
            .with("firewall.nft", new Firewall(clouds, own).rules())
            .with("mesh/password", mesh.reveal() + "\n");
    if (clouds.encrypted()) {
      files.with("rpc/password", rpc.reveal() + "\n");
    }
    if (knowsRedisByItsCertificate()) {
      files.with("redis/password", ofRedis.reveal() + "\n");
    }
    return files;
  }

  private boolean knowsRedisByItsCertificate() {
    return clouds.redis().filter(RedisPlace::isEncrypted).isPresent();
  }

  private int party() {
    return own.party().index();
  }

  private String site() {
    Site site =
        new Site()
            .comment("Cloud %d: beside the settings of your own.".formatted(party()))
            .zookeeper(String.join(",", own.zookeeper()), own.zookeeperPort())
            .coprocessors()
            .party(party(), own.meshPort())
            .meshStores(stores("mesh", mesh));
    clouds
        .redis()
        .ifPresentOrElse(
            at -> site.redis(at.at().toString()).redisAccount(redis),
            () -> site.servers(clouds.listOfServers()));
    if (knowsRedisByItsCertificate()) {
      site.redisTruststore(own.file("redis", "truststore.p12"), ofRedis.reveal());
    }
    if (clouds.encrypted()) {
      site.serverTls().rpcStores("", stores("rpc", rpc));
    }
    return site.xml();
  }

  private Stores stores(String purpose, Password password) {
    return Stores.in(own.files() + "/" + purpose, password.reveal());
  }

  private String checklist() {
    Checklist list =
        new Checklist(
            "Cloud " + party(),
            "For its operator alone: hbase-site.xml and the files named password hold secrets.");
    list.step(
        "Unpack the operators' bundle into this folder, in which all commands run.",
        "tar xzf dartagnan-*-server.tar.gz --strip-components=1");
    list.step(
        "On each of %s, as root: install HBase's settings and the jar."
            .formatted(String.join(", ", own.servers())),
        "bin/dartagnan-server install HBASE_HOME",
        "# hbase-site.xml of this folder into HBASE_HOME/conf, beside your own settings");
    if (own.hasMeshHosts()) {
      for (int i = 0; i < own.meshHosts().size(); i++) {
        list.note(
            "On %1$s set dartagnan.mesh.advertised.host and dartagnan.mesh.bind.address to %2$s, where its mesh listens."
                .formatted(own.regionServers().get(i).host(), own.meshHosts().get(i)));
      }
    }
    list.step(
        "On one of them: make this cloud's keys. They never leave its machines.",
        "mkdir -p %s && cp -r mesh%s%s %s/"
            .formatted(
                own.files(),
                clouds.encrypted() ? " rpc" : "",
                knowsRedisByItsCertificate() ? " redis" : "",
                own.files()),
        "bin/dartagnan-keys mesh %d %s/mesh".formatted(party(), own.files()));
    if (clouds.encrypted()) {
      list.command(
          "bin/dartagnan-keys rpc cloud-%d %s/rpc %s"
              .formatted(party(), own.files(), String.join(" ", own.servers())));
    }
    list.step(
        "Give party-%d.pem of %s/mesh to the operators of clouds %s%s. Take theirs, and compare fingerprints by another way than the files came."
            .formatted(
                party(),
                own.files(),
                clouds.others(own).stream()
                    .map(other -> Integer.toString(other.party().index()))
                    .collect(Collectors.joining(" and ")),
                clouds.encrypted()
                    ? ", and cloud-%d.pem of %s/rpc to the applications' team, whose client.pem you get"
                        .formatted(party(), own.files())
                    : ""),
        "bin/dartagnan-keys trust-mesh %1$s/mesh %1$s/mesh/party-%2$d.pem %3$s"
            .formatted(
                own.files(),
                party(),
                clouds.others(own).stream()
                    .map(other -> "party-%d.pem".formatted(other.party().index()))
                    .collect(Collectors.joining(" "))));
    if (clouds.encrypted()) {
      list.command(
          "bin/dartagnan-keys trust-rpc %s/rpc/truststore.p12 %s/rpc/cloud-%d.pem client.pem"
              .formatted(own.files(), own.files(), party()));
    }
    if (knowsRedisByItsCertificate()) {
      list.step(
          "Take redis.pem from whoever runs Redis, and compare fingerprints likewise. If an authority that every JDK knows has issued it, leave this out and take dartagnan.discovery.redis.tls.truststore.* out of hbase-site.xml.",
          "bin/dartagnan-keys trust-redis %s/redis redis.pem".formatted(own.files()));
    }
    list.step(
        "Copy %s to the other machines of this cloud, readable by HBase's user alone."
            .formatted(own.files()),
        "chown -R hbase: %s && chmod -R go= %s".formatted(own.files(), own.files()));
    list.step(
        "Keep out whoever has nothing to do here: RegionServers of the two other clouds reach the mesh, applications reach HBase.",
        "nft -f firewall.nft");
    list.step(
        "Run NTP, start HBase, and look for these lines in each RegionServer's log.",
        "registered party %d server ...".formatted(party()),
        "the mesh of party %d listens on %s:%d"
            .formatted(party(), own.hasMeshHosts() ? "..." : "0.0.0.0", own.meshPort()));
    list.note(
        "Once all three are up the applications' team runs `dartagnan doctor`, which says whether they fit together.");
    return list.text();
  }
}
