package io.dartagnan.clusters.containers;

import io.dartagnan.clusters.containers.OutsideProgram.Docker;
import io.dartagnan.clusters.files.ConfigurationFile;
import io.dartagnan.clusters.files.OwnerOnly;
import io.dartagnan.clusters.terminal.Progress;
import io.dartagnan.provisioning.Site;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.io.file.PathUtils;

/**
 * The way from a description to three clouds and two clients that know each other: the checklists
 * of {@code dartagnan clouds init}, walked through. Each key is made in the volume of its owner and
 * stays there; certificates alone come out.
 */
final class Provisioner {
  private static final String ETC = "/etc/dartagnan";
  private static final Pattern CERTIFICATE =
      Pattern.compile("-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----", Pattern.DOTALL);

  private final Docker docker;
  private final ContainerSetup setup;
  private final ContainerImages images;
  private final CloudAddresses addresses;
  private final ContainerClients clients;
  private final Path checkout;
  private final Path state;
  private final Progress progress;

  Provisioner(
      Docker docker,
      ContainerSetup setup,
      ContainerImages images,
      CloudAddresses addresses,
      ContainerClients clients,
      Path checkout,
      Path state,
      Progress progress) {
    this.docker = docker;
    this.setup = setup;
    this.images = images;
    this.addresses = addresses;
    this.clients = clients;
    this.checkout = checkout;
    this.state = state;
    this.progress = progress;
  }

  private Path made() {
    return state.resolve("handover");
  }

  private Path done() {
    return state.resolve("handed-over");
  }

  /**
   * Does it, unless it has been done.
   *
   * @param commandLine begins a call of the command line that needs no clouds
   */
  void walk(List<String> commandLine) {
    if (Files.exists(done())) {
      return;
    }
    delete(made());
    delete(clients.files());
    Path description = state.resolve("clouds.yaml");
    OwnerOnly.write(description, addresses.description(clients.files().toString()));
    progress.say("dartagnan clouds init " + description);
    new OutsideProgram(commandLine, Map.of())
        .with(List.of("clouds", "init", description.toString(), "--to", made().toString()))
        .require("dartagnan clouds init");

    List<String> ofMesh = new ArrayList<>();
    List<String> ofRpc = new ArrayList<>();
    for (int party = 0; party < CloudAddresses.CLOUDS; party++) {
      progress.say("cloud %d makes its keys, in the volume %s".formatted(party, etc(party)));
      List<String> certificates = certificates(cloudKeys(party));
      ofMesh.add(certificates.get(0));
      ofRpc.add(certificates.get(1));
    }
    progress.say("the clients make theirs");
    Map<String, String> site = ContainerClients.site(file("client/hbase-site.xml"), addresses);
    String ofClient = hostKeys();
    String ofGateways = certificates(gatewayKeys(site)).get(0);

    progress.say("each takes in the certificates of the others");
    for (int party = 0; party < CloudAddresses.CLOUDS; party++) {
      trust(party, ofMesh, ofRpc.get(party), List.of(ofClient, ofGateways));
    }
    trustClouds(ofRpc);
    clients.write(site);
    // It has every password once more.
    delete(made());
    OwnerOnly.write(done(), "");
  }

  private String etc(int party) {
    return setup.volume("etc-" + party);
  }

  private String etcClient() {
    return setup.volume("etc-client");
  }

  private Path file(String of) {
    return made().resolve(of);
  }

  private String cloudKeys(int party) {
    String of = "cloud-" + party + "/";
    Map<String, String> files = new LinkedHashMap<>();
    files.put(Site.FILE, withHdfs(party, read(file(of + "hbase-site.xml"))));
    files.put("mesh/password", read(file(of + "mesh/password")));
    files.put("rpc/password", read(file(of + "rpc/password")));
    return docker.script(
        "making the keys of cloud " + party,
        images.cloud(),
        etc(party),
        placing(files)
            + keys("mesh %d %s/mesh".formatted(party, ETC))
            + keys(
                "rpc cloud-%d %s/rpc %s"
                    .formatted(party, ETC, String.join(" ", addresses.servers(party))))
            + "cat %1$s/mesh/party-%2$d.pem %1$s/rpc/cloud-%2$d.pem\n".formatted(ETC, party));
  }

  private String withHdfs(int party, String site) {
    if (!setup.hdfs()) {
      return site;
    }
    return new Site()
        .comment("HDFS of this cloud alone.")
        .set("hbase.rootdir", "hdfs://%s:8020/hbase".formatted(addresses.nameNode(party)))
        .set("hbase.wal.provider", "asyncfs")
        // There is one datanode: a write is on its disk before it is acknowledged.
        .set("hbase.wal.hsync", true)
        .set("hbase.unsafe.stream.capability.enforce", true)
        .addedTo(site);
  }

  /** The beginning of a script: files of the owner alone, and nothing else in the volume. */
  private static String placing(Map<String, String> files) {
    StringBuilder script =
        new StringBuilder(
            """
            set -euo pipefail
            umask 077
            cd %s
            rm -rf -- mesh rpc hbase-site.xml
            mkdir mesh rpc
            """
                .formatted(ETC));
    files.forEach(
        (file, content) ->
            script.append("base64 -d > %s <<< '%s'\n".formatted(file, encoded(content))));
    return script.toString();
  }

  private static String encoded(String content) {
    return Base64.getEncoder().encodeToString(content.getBytes(StandardCharsets.UTF_8));
  }

  /** A line of a script; its program reads nothing of what follows. */
  private static String keys(String arguments) {
    return "/opt/dartagnan/bin/dartagnan-keys %s </dev/null >&2\n".formatted(arguments);
  }

  private String gatewayKeys(Map<String, String> site) {
    Map<String, String> own = new LinkedHashMap<>(site);
    own.replaceAll((key, value) -> value.replace(clients.files() + "/", ETC + "/"));
    Map<String, String> files = new LinkedHashMap<>();
    files.put(Site.FILE, ConfigurationFile.render(own));
    files.put("rpc/password", read(file("client/rpc/password")));
    return docker.script(
        "making the keys of the clients' containers",
        images.client(),
        etcClient(),
        placing(files)
            + keys("rpc gateways %s/rpc".formatted(ETC))
            + "cat %s/rpc/gateways.pem\n".formatted(ETC));
  }

  /** The key of this machine's programs; returns its certificate. */
  private String hostKeys() {
    Path rpc = clients.files().resolve("rpc");
    OwnerOnly.write(rpc.resolve("password"), read(file("client/rpc/password")));
    hostKeys("rpc", "client", rpc.toString());
    return read(rpc.resolve("client.pem"));
  }

  private void hostKeys(String... arguments) {
    new OutsideProgram(
            List.of(checkout.resolve("distribution/src/common/bin/dartagnan-keys").toString()),
            Map.of("JAVA_HOME", System.getProperty("java.home")))
        .with(List.of(arguments))
        .require("making the keys of this machine's programs");
  }

  private void trust(int party, List<String> ofMesh, String own, List<String> ofClients) {
    StringBuilder script = new StringBuilder("set -euo pipefail\numask 077\ncd /tmp\n");
    for (int peer = 0; peer < ofMesh.size(); peer++) {
      script.append(pem("party-" + peer, ofMesh.get(peer)));
    }
    script.append(pem("cloud-" + party, own));
    script.append(pem("client", ofClients.get(0)));
    script.append(pem("gateways", ofClients.get(1)));
    script.append(keys("trust-mesh %s/mesh party-0.pem party-1.pem party-2.pem".formatted(ETC)));
    script.append(
        keys(
            "trust-rpc %s/rpc/truststore.p12 cloud-%d.pem client.pem gateways.pem"
                .formatted(ETC, party)));
    docker.script(
        "taking certificates into cloud " + party, images.cloud(), etc(party), script.toString());
  }

  private static String pem(String name, String certificate) {
    return "base64 -d > %s.pem <<< '%s'\n".formatted(name, encoded(certificate + "\n"));
  }

  /** A truststore for each cloud, at both clients. */
  private void trustClouds(List<String> ofRpc) {
    StringBuilder script = new StringBuilder("set -euo pipefail\numask 077\ncd /tmp\n");
    Path rpc = clients.files().resolve("rpc");
    for (int party = 0; party < ofRpc.size(); party++) {
      String name = "cloud-" + party;
      OwnerOnly.write(rpc.resolve(name + ".pem"), ofRpc.get(party) + "\n");
      hostKeys(
          "trust-rpc",
          rpc.resolve(name + ".p12").toString(),
          rpc.resolve(name + ".pem").toString());
      script.append(pem(name, ofRpc.get(party)));
      script.append(keys("trust-rpc %s/rpc/%s.p12 %s.pem".formatted(ETC, name, name)));
    }
    docker.script(
        "taking certificates into the clients' containers",
        images.client(),
        etcClient(),
        script.toString());
  }

  private static List<String> certificates(String text) {
    List<String> found = new ArrayList<>();
    Matcher each = CERTIFICATE.matcher(text);
    while (each.find()) {
      found.add(each.group());
    }
    return found;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  private static void delete(Path tree) {
    try {
      if (Files.exists(tree)) {
        PathUtils.delete(tree);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + tree, e);
    }
  }
}
