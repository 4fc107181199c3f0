package io.dartagnan.clusters.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.clusters.terminal.ExitCode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
  @Test
  void aSettingGoesIntoEveryClusterAndAPrefixedOneIntoItsOwn() {
    Settings settings =
        Settings.parse(
            List.of("a=1", "dartagnan.party.1.a=2", "dartagnan.baseline.b=x=y", "empty="));

    assertThat(settings.of(Role.CLOUD_0)).containsOnlyKeys("a", "empty").containsEntry("a", "1");
    assertThat(settings.of(Role.CLOUD_1)).containsOnlyKeys("a", "empty").containsEntry("a", "2");
    assertThat(settings.of(Role.BASELINE))
        .containsEntry("a", "1")
        .containsEntry("b", "x=y")
        .containsEntry("empty", "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "=", "key", "=value", "a key=1"})
  void anArgumentThatIsNoKeyAndValueIsRefused(String argument) {
    assertThatThrownBy(() -> Settings.parse(List.of(argument)))
        .isInstanceOfSatisfying(
            CommandException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.USAGE))
        .hasMessageContaining("--set takes key=value")
        .hasMessageContaining("not '" + argument + "'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dartagnan.party=1",
        "hbase.rootdir=/x",
        "dartagnan.party.2.dartagnan.party=0",
        "dartagnan.party.2.dartagnan.discovery.redis.username=default",
        "dartagnan.discovery.redis.password=x"
      })
  void whatKeepsTheClustersApartCannotBeSet(String argument) {
    assertThatThrownBy(() -> Settings.parse(List.of(argument)))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("cannot change " + argument.substring(0, argument.indexOf('=')));
  }

  @Test
  void oneClustersOwnSettingIsChangedWithoutTheOthers() {
    Settings before = Settings.parse(List.of("a=1", "dartagnan.party.1.a=2"));
    Settings after = before.with(Role.CLOUD_1, Settings.parse(List.of("a=3", "b=4")));

    assertThat(after.of(Role.CLOUD_1)).containsEntry("a", "3").containsEntry("b", "4");
    assertThat(after.of(Role.CLOUD_0)).containsOnlyKeys("a").containsEntry("a", "1");
    assertThat(before.of(Role.CLOUD_1)).containsEntry("a", "2");
    Settings prefixed = Settings.parse(List.of("dartagnan.party.2.a=5"));
    assertThatThrownBy(() -> before.with(Role.CLOUD_1, prefixed))
        .isInstanceOf(CommandException.class)
        .hasMessage("--set takes a here, not dartagnan.party.2.a: it is for cloud 1 alone");
  }

  @Test
  void twoValuesForOneKeyAreRefused() {
    assertThatThrownBy(() -> Settings.parse(List.of("a=1", "a=2")))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("gives a twice");
  }
}
