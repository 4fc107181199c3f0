package io.dartagnan.ycsb.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Refusals of the program, each in one sentence and with an exit code. */
class YcsbTest {
  private static final Path HOME = Path.of("").toAbsolutePath();
  private static final String G = "workloads/workloadg";

  @TempDir private Path folder;

  private record Ended(int exit, String out, String err) {}

  private static Ended run(Map<String, String> environment, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit = Ycsb.run(environment, HOME, out, err, arguments);
    return new Ended(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** A run on a cluster where nothing listens. */
  private Ended run(String... arguments) throws IOException {
    List<String> all = new ArrayList<>(Arrays.asList(arguments));
    all.addAll(List.of("-p", "hbase.conf=" + site("conf", ""), "-p", "recordcount=100"));
    return run(Map.of(), all.toArray(String[]::new));
  }

  private Path site(String name, String prefix) throws IOException {
    Path conf = Files.createDirectories(folder.resolve(name));
    StringBuilder properties = new StringBuilder("<configuration>");
    for (String cloud : prefix.isEmpty() ? List.of("") : List.of("0.", "1.", "2.")) {
      property(properties, prefix + cloud + "hbase.zookeeper.quorum", "127.0.0.1");
      property(
          properties,
          prefix + cloud + "hbase.zookeeper.property.clientPort",
          Integer.toString(closedPort()));
    }
    Files.writeString(conf.resolve("hbase-site.xml"), properties + "</configuration>");
    return conf;
  }

  private static void property(StringBuilder site, String name, String value) {
    site.append("<property><name>%s</name><value>%s</value></property>".formatted(name, value));
  }

  private static int closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static void refused(Ended ended, int exit, String... said) {
    assertThat(ended.err().strip()).startsWith("ycsb: ").contains(said).hasLineCount(1);
    assertThat(ended.exit()).isEqualTo(exit);
    assertThat(ended.out()).isEmpty();
  }

  @Test
  void helpIsNoFailure() {
    Ended help = run(Map.of(), "--help");
    assertThat(help.exit()).isZero();
    assertThat(help.out()).contains("load|run|table", "-threads", "ycsb-workload-g/README.md");
  }

  @Test
  void whatIsMisspelt() throws IOException {
    refused(run("rum", "-P", G), 2, "rum");
    refused(run("run", "-P", G, "-threds", "3"), 2, "-threds");
    refused(run("run", "-P", "workloads/workloadx"), 2, "no properties file workloads/workloadx");
    refused(run("run", "-P", G, "-p", "recordcount"), 2, "NAME=VALUE");
    refused(
        run("run", "-P", G, "-p", "readproporton=1"),
        2,
        "no property 'readproporton'; is it 'readproportion'?");
  }

  @Test
  void everythingThatIsWrongIsSaidAtOnce() throws IOException {
    refused(
        run(
            "run",
            "-P",
            G,
            "-p",
            "readproportion=.5",
            "-p",
            "updateproportion=many",
            "-p",
            "filter.column=f:Typ",
            "-p",
            "requestdistribution=gaussian",
            "-p",
            "maxexecutiontime=-1"),
        2,
        "add up to 0.9;",
        "updateproportion is 'many'",
        "filter.column is 'f:Typ'; it is one of f:PhysicianID",
        "requestdistribution is 'gaussian'",
        "maxexecutiontime is '-1'");
  }

  @Test
  void mailsThatThereAreNot() throws IOException {
    String workload = "workloads/waage-wiese";
    refused(run("run", "-P", workload), 2, "mails: it is not set; name an mbox file");
    Path mail = folder.resolve("mail");
    Files.writeString(mail, "From: a@example.org\nDate: Thu, 22 Aug 2002 12:00:00 +0000\n\n");
    refused(
        run("load", "-P", workload, "-p", "mails=" + mail, "-p", "insertproportion=.5"),
        2,
        "recordcount is 100, and " + mail + " has 1 mails",
        "leave insertproportion out");
  }

  @Test
  void settingsThatCannotGoTogether() throws IOException {
    refused(
        run("run", "-P", G, "-p", "dataintegrity=false", "-p", "verify.filters=true"),
        2,
        "verify.filters=true needs dataintegrity=true");
    refused(
        run("run", "-P", G, "-p", "maxexecutiontime=0"),
        2,
        "a run ends after operationcount or maxexecutiontime");
    refused(
        run("run", "-P", G, "-p", "warmup.seconds=1", "-p", "operationcount=10"),
        2,
        "warmup.seconds is for runs that maxexecutiontime ends");
    refused(run("load", "-P", G, "-p", "zeropadding=2"), 2, "zeropadding=2 leaves keys for 100");
    refused(
        run("load", "-P", G, "-p", "insertstart=90", "-p", "insertcount=20"), 2, "rows 90 to 109");
    refused(
        run(
            "run",
            "-P",
            "workloads/safenosql-patients-h",
            "-p",
            "readproportion=.2",
            "-p",
            "sumproportion=.1"),
        2,
        "sum, avg, min and max are of int64 columns");
    refused(run("run", "-P", G, "-p", "measurementtype=abacus"), 2, "measurementtype=abacus");
    refused(run("run", "-p", "workload=site.ycsb.workloads.CoreWorkload"), 2, "HBaseBinding");
    refused(run("table", "-P", G, "-p", "suite=none"), 2, "suite", "araki");
    refused(run("table", "-P", G, "-p", "scheme=caesar"), 2, "scheme is 'caesar'");
    refused(run("run", "-P", G, "-p", "exporter=none"), 2, "exporter is 'none'");
  }

  @Test
  void aSystemThatIsNotThere() throws IOException {
    refused(run("run", "-P", G, "-p", "system=cloud"), 2, "it is one of plain, plain3, safe");
    refused(run(Map.of(), "run", "-P", G), 2, "clusters/local up, or set hbase.conf");
    refused(run(Map.of(), "run", "-P", G, "-p", "system=plain"), 2, "clusters/local up --baseline");
    refused(
        run("run", "-P", G, "-p", "system=plain3"),
        2,
        "system=plain3 needs 3 folders",
        "1 is given");
  }

  @Test
  void aClusterThatIsDownIsNamed() throws IOException {
    refused(run("run", "-P", G, "-p", "system=plain"), 1, "HBase (127.0.0.1:", "does not answer");
    refused(
        run(Map.of("DARTAGNAN_CONF", site("safe", "dartagnan.party.").toString()), "load", "-P", G),
        1,
        "cloud 0 (127.0.0.1:",
        "cloud 1 (127.0.0.1:",
        "cloud 2 (127.0.0.1:");
  }

  @Test
  void aFolderWithoutConfiguration() {
    refused(
        run(Map.of("DARTAGNAN_CONF", folder.toString()), "run", "-P", G),
        2,
        "there is no hbase-site.xml that can be read");
  }
}
