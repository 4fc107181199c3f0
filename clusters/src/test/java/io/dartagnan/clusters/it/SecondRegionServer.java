package io.dartagnan.clusters.it;

import io.dartagnan.server.ServerKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

/**
 * A RegionServer in a process of its own that joins a cloud, with the cloud's settings, key and
 * jar, as one on another machine would.
 */
final class SecondRegionServer implements AutoCloseable {
  private static final Duration UNLOAD_DEADLINE = Duration.ofMinutes(5);
  private static final Duration END_DEADLINE = Duration.ofMinutes(1);

  private final LocalClusters clusters;
  private final int cloud;
  private final Process process;
  private final Path conf;
  private final List<String> java;
  private final ServerName former;

  private SecondRegionServer(
      LocalClusters clusters,
      int cloud,
      Process process,
      Path conf,
      List<String> java,
      ServerName former) {
    this.clusters = clusters;
    this.cloud = cloud;
    this.process = process;
    this.conf = conf;
    this.java = java;
    this.former = former;
  }

  /** Starts one beside the only one of a cloud. */
  static SecondRegionServer start(LocalClusters clusters, int cloud) throws IOException {
    ServerName former;
    try (Connection connection = clusters.cloud(cloud);
        Admin admin = connection.getAdmin()) {
      former = admin.getRegionServers().iterator().next();
    }
    Path own = clusters.folder("cloud-" + cloud).resolve("conf");
    Path conf = clusters.target().resolve("second-region-server");
    FileUtils.deleteDirectory(conf.toFile());
    FileUtils.copyDirectory(own.toFile(), conf.toFile());
    Configuration site = new Configuration(false);
    site.addResource(new org.apache.hadoop.fs.Path(own.resolve("hbase-site.xml").toUri()));
    // A cluster that is one process starts its servers itself, and HBase starts none beside.
    site.set(HConstants.CLUSTER_DISTRIBUTED, "true");
    site.set(HConstants.REGIONSERVER_PORT, "0");
    site.set(ServerKeys.MESH_PORT, "0");
    try (var out = Files.newOutputStream(conf.resolve("hbase-site.xml"))) {
      site.writeXml(out);
    }
    List<String> java = new ArrayList<>();
    java.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String line : Files.readAllLines(own.resolve("java.args"))) {
      String argument = line.substring(1, line.length() - 1);
      if (argument.startsWith("org.apache.hadoop.hbase.")) {
        break;
      }
      java.add(
          argument.replace(own.toString(), conf.toString()).replace("hbase.log", "second.log"));
    }
    Process process =
        new ProcessBuilder(
                with(java, "org.apache.hadoop.hbase.regionserver.HRegionServer", "start"))
            .redirectErrorStream(true)
            .redirectOutput(conf.resolve("second.out").toFile())
            .start();
    return new SecondRegionServer(clusters, cloud, process, conf, java, former);
  }

  private static List<String> with(List<String> java, String... arguments) {
    List<String> command = new ArrayList<>(java);
    command.addAll(List.of(arguments));
    return command;
  }

  /** The server that was there before. */
  ServerName former() {
    return former;
  }

  /** Moves all regions off a server, with HBase's own tool. */
  void unload(ServerName server) throws IOException, InterruptedException {
    new Commands(conf, Map.of())
        .require(
            UNLOAD_DEADLINE,
            with(
                java,
                "org.apache.hadoop.hbase.util.RegionMover",
                "--regionserverhost",
                server.getAddress().toString(),
                "--operation",
                "unload"));
  }

  /**
   * Ends the cloud with all its servers, this one too: a shutdown of a cluster ends each of them.
   */
  @Override
  public void close() throws IOException {
    try {
      clusters.require("stop", String.valueOf(cloud));
      if (!process.waitFor(END_DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
        throw new IOException("the second RegionServer has not ended with its cluster");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
      FileUtils.deleteDirectory(conf.toFile());
    }
  }
}
