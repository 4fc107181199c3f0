package io.dartagnan.clusters.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.clusters.containers.CloudAddresses.ComposeFile;
import io.dartagnan.clusters.containers.CloudAddresses.PlacedService;
import io.dartagnan.clusters.terminal.CommandException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Services of compose's file beside the description that is made of them. */
class ComposeFileTest {
  private static final Path FILE =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolve("compose.yaml");

  private static List<PlacedService> services(String... profiles) {
    return ComposeFile.read(FILE, "10.99", List.of(profiles));
  }

  @Test
  void noNetworkButTheMeshHasServersOfTwoClouds() {
    for (PlacedService one : services("hdfs")) {
      for (PlacedService other : services("hdfs")) {
        if (one.cloud().isPresent()
            && other.cloud().isPresent()
            && !one.cloud().equals(other.cloud())) {
          Set<String> shared = new HashSet<>(one.addresses().keySet());
          shared.retainAll(other.addresses().keySet());
          boolean bothOnMesh =
              one.role().equals("regionserver") && other.role().equals("regionserver");
          assertThat(shared)
              .as("%s and %s", one.name(), other.name())
              .isEqualTo(bothOnMesh ? Set.of("mesh") : Set.of());
        }
      }
    }
  }

  @Test
  void clientsAreOnTheFrontsAndNoAddressIsThereTwice() {
    Set<String> seen = new HashSet<>();
    for (PlacedService each : services("hdfs", "gateways")) {
      assertThat(each.addresses().values())
          .allMatch(seen::add)
          .allMatch(a -> a.startsWith("10.99."));
      if (each.cloud().isEmpty()) {
        assertThat(each.addresses().keySet())
            .contains("front-0", "front-1", "front-2")
            .allMatch(network -> network.startsWith("front-") || network.equals("apps"));
      }
    }
    assertThat(seen).hasSizeGreaterThan(40);
  }

  @Test
  void profilesChooseServices() {
    assertThat(services()).hasSize(3 * 4 + 1);
    assertThat(services("hdfs")).hasSize(3 * 6 + 1);
  }

  @Test
  void theDescriptionHasAllAddresses() {
    CloudAddresses addresses = new CloudAddresses(services());
    assertThat(addresses.description("/keys"))
        .contains(
            """
              - masters: [10.99.21.20]
                region-servers: [10.99.21.31, 10.99.21.32]
                mesh-hosts: [10.99.30.111, 10.99.30.112]
                zookeeper: [10.99.11.10]
            """)
        .endsWith("  files: /keys\n");
    assertThat(addresses.bootstrapServers(2))
        .isEqualTo("10.99.22.20:16000,10.99.22.31:16020,10.99.22.32:16020");
  }

  @Test
  void aNameOrASubnetThatCannotBeIsRefused() {
    for (String subnet : List.of("10", "10.83.0", "10.256", "x.y")) {
      assertThatThrownBy(() -> new ContainerSetup("dartagnan", subnet, false))
          .isInstanceOf(CommandException.class)
          .hasMessageContaining("--subnet takes the first two numbers of addresses")
          .hasMessageContaining(subnet);
    }
    assertThatThrownBy(() -> new ContainerSetup("D'Artagnan", "10.83", false))
        .hasMessageContaining("--name takes small letters");
  }

  @Test
  void aLineOfDockerIsRead() {
    PlacedContainer read =
        PlacedContainer.parse(
            "/it_master-1_1|master-1|1|running|healthy|it_front-1=10.99.21.20 it_inside-1=10.99.11.20 ",
            "it");
    assertThat(read.name()).isEqualTo("it_master-1_1");
    assertThat(read.cloud()).hasValue(1);
    assertThat(read.isUp()).isTrue();
    assertThat(read.addresses()).containsEntry("front-1", "10.99.21.20").hasSize(2);
  }
}
