package io.dartagnan.clusters.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.process.StateFolder;
import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.clusters.terminal.ExitCode;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatewayTest {
  private static final Map<String, String> SETTINGS =
      Map.of("dartagnan.schema.a*.default", "xor bytes(64)");

  @TempDir private Path folder;

  @Test
  void whatWasAskedForIsThereUntilItIsForgotten() {
    StateFolder state = new StateFolder(folder);
    Gateway asked = new Gateway(Role.THRIFT, "0.0.0.0", 20_001, SETTINGS);

    asked.save(state);

    assertThat(Gateway.load(state, Role.THRIFT)).contains(asked);
    assertThat(Gateway.load(state, Role.REST)).isEmpty();
    Gateway.forget(state, Role.THRIFT);
    assertThat(Gateway.load(state, Role.THRIFT)).isEmpty();
  }

  @Test
  void itsOptionsAreThoseThatAUserTypes() {
    assertThat(new Gateway(Role.REST, "127.0.0.1", 20_001, SETTINGS).options())
        .isEqualTo("--port 20001 --bind 127.0.0.1 --set dartagnan.schema.a*.default=xor bytes(64)");
  }

  @Test
  void aProgramOnThisMachineReachesItWhereverItListens() {
    assertThat(new Gateway(Role.REST, "0.0.0.0", 20_001, Map.of()).address())
        .isEqualTo("http://127.0.0.1:20001");
    assertThat(new Gateway(Role.THRIFT, "127.0.0.1", 20_002, Map.of()).address())
        .isEqualTo("127.0.0.1:20002");
  }

  @ParameterizedTest
  @ValueSource(strings = {"240.0.0.1", "no such host.invalid"})
  void anAddressThatIsNotThisMachinesIsRefused(String bind) {
    assertThatThrownBy(() -> new Gateway(Role.REST, bind, 20_001, Map.of()))
        .isInstanceOfSatisfying(
            CommandException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.USAGE))
        .hasMessageContaining("--bind", "127.0.0.1", bind);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 65_536})
  void aPortThatIsNoneIsRefused(int port) {
    assertThatThrownBy(() -> new Gateway(Role.REST, "127.0.0.1", port, Map.of()))
        .isInstanceOf(CommandException.class)
        .hasMessage("--port takes a port, 1 to 65535, not " + port);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hbase.rest.host",
        "hbase.rest.port",
        "hbase.regionserver.thrift.ipaddress",
        "hbase.regionserver.thrift.port"
      })
  void whereItListensIsNoSetting(String key) {
    assertThatThrownBy(() -> new Gateway(Role.REST, "127.0.0.1", 20_001, Map.of(key, "1")))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("--bind and --port");
  }
}
