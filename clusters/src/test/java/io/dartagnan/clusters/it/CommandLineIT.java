package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.server.ServerKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bad input through the real scripts: one sentence, and an exit code that is not zero. */
@EndToEnd
class CommandLineIT {
  private final LocalClusters clusters;
  @TempDir private Path folder;

  CommandLineIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @Test
  void aFileThatIsMissing() throws Exception {
    refuses(folder.resolve("nowhere.csv"), List.of(), "nowhere.csv", "no such file");
  }

  @Test
  void aFileThatIsMalformed() throws Exception {
    refuses(csv("id,name\n1,\"one\n2,two\n"), List.of(), "line 2", "quote");
  }

  @Test
  void aValueThatIsLongerThanDeclared() throws Exception {
    refuses(
        csv("id,name\n1,one\n2,eleven\n"),
        List.of("--column", "name=additive string(3)"),
        "line 3",
        "string(3)");
  }

  @Test
  void aColumnThatIsNotInTheFile() throws Exception {
    refuses(csv("id,name\n1,one\n"), List.of("--column", "price=additive int64"), "price");
  }

  private Path csv(String text) throws IOException {
    return Files.writeString(folder.resolve("input.csv"), text);
  }

  private void refuses(Path csv, List<String> options, String... said) throws Exception {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("import", csv.toString(), "--table", "bad-input"));
    arguments.addAll(options);
    Commands.Ended ended = clusters.dartagnan(arguments.toArray(String[]::new));
    assertThat(ended.exit()).isPositive();
    assertThat(ended.errors().strip()).contains(said).hasLineCount(1);
    try (Connection connection = clusters.safe();
        Admin admin = connection.getAdmin()) {
      assertThat(admin.tableExists(TableName.valueOf("bad-input"))).isFalse();
    }
  }

  @Test
  void aPortThatIsTaken() throws Exception {
    int port = URI.create(clusters.serverSetting(0, ServerKeys.REDIS_URI)).getPort();
    clusters.require("stop", "redis");
    try (ServerSocket taken = new ServerSocket()) {
      taken.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port));
      Commands.Ended start = clusters.run("start", "redis");
      assertThat(start.exit()).isEqualTo(1);
      assertThat(start.errors().strip()).contains("port " + port, "redis", "taken").hasLineCount(1);
    } finally {
      clusters.restore();
    }
  }

  @Test
  void aCommandThatDoesNotExist() throws Exception {
    assertThat(clusters.dartagnan("improt").exit()).isEqualTo(2);
    assertThat(clusters.run("stop", "3").exit()).isEqualTo(2);
  }
}
