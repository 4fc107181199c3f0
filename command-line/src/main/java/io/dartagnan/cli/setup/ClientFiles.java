package io.dartagnan.cli.setup;

import io.dartagnan.cli.setup.ThreeClouds.ClientPlace;
import io.dartagnan.cli.setup.ThreeClouds.CloudPlace;
import io.dartagnan.provisioning.Site;
import io.dartagnan.provisioning.Site.Stores;
import java.util.stream.Collectors;

/** Files for the applications' team. */
final class ClientFiles {
  private final ThreeClouds clouds;
  private final ClientPlace own;
  private final Password rpc = Password.draw();

  ClientFiles(ThreeClouds clouds) {
    this.clouds = clouds;
    this.own = clouds.client();
  }

  FileSet files() {
    FileSet files = new FileSet("client").with("CHECKLIST.md", checklist()).with(Site.FILE, site());
    return clouds.encrypted() ? files.with("rpc/password", rpc.reveal() + "\n") : files;
  }

  private String site() {
    Site site = new Site().safeClient(clouds.encrypted() ? "refuse" : "warn");
    for (CloudPlace cloud : clouds.clouds()) {
      int party = cloud.party().index();
      site.comment("Cloud " + party)
          .cloudAt(party, String.join(",", cloud.zookeeper()), cloud.zookeeperPort());
      if (clouds.encrypted()) {
        site.clientTls(
            party,
            new Stores(
                own.file("keystore.p12"), own.file("cloud-%d.p12".formatted(party)), rpc.reveal()));
      }
    }
    return site.xml();
  }

  private String checklist() {
    Checklist list =
        new Checklist(
            "The applications",
            clouds.encrypted()
                ? "For the applications' team alone: hbase-site.xml and the file named password hold secrets."
                : "For the applications' team. Nothing between the applications and the clouds is encrypted: whoever reads all three lines has every value.");
    list.step(
        "Unpack the applications' bundle into this folder, in which all commands run.",
        "tar xzf dartagnan-*-client.tar.gz --strip-components=1");
    if (clouds.encrypted()) {
      list.step(
          "On one of %s: make the key by which the clouds know the applications."
              .formatted(String.join(", ", own.hosts())),
          "mkdir -p %s && cp -r rpc %s/".formatted(own.files(), own.files()),
          "bin/dartagnan-keys rpc client %s/rpc".formatted(own.files()));
      list.step(
          "Give client.pem of %s/rpc to the three operators, take cloud-0.pem, cloud-1.pem and cloud-2.pem from them, and compare fingerprints by another way than the files came. Each goes into a truststore of its own: no cloud is to be able to stand for another."
              .formatted(own.files()));
      for (CloudPlace cloud : clouds.clouds()) {
        int party = cloud.party().index();
        list.command(
            "bin/dartagnan-keys trust-rpc %s/rpc/cloud-%d.p12 cloud-%d.pem"
                .formatted(own.files(), party, party));
      }
      list.step(
          "Copy %s to the other machines of the applications, readable by their user alone."
              .formatted(own.files()));
    }
    list.step(
        "Put hbase-site.xml on the class path of each program, and into the folder conf of the bundle.",
        "cp hbase-site.xml conf/");
    list.step(
        "Ask whether the three clouds fit together. Of %s each has to be up."
            .formatted(
                clouds.clouds().stream()
                    .map(cloud -> "cloud " + cloud.party().index())
                    .collect(Collectors.joining(", "))),
        "bin/dartagnan doctor");
    return list.text();
  }
}
