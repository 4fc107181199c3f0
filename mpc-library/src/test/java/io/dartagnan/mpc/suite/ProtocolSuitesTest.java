package io.dartagnan.mpc.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.araki.ArakiSuite;
import io.dartagnan.mpc.bogdanov.BogdanovSuite;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProtocolSuitesTest {

  @Test
  void theLibrarysOwnAreInstalledAndTheDefaultIsOneOfThem() {
    ProtocolSuites suites = ProtocolSuites.installed();
    assertThat(suites.byName()).containsKeys(ArakiSuite.NAME, BogdanovSuite.NAME);
    assertThat(suites.named(ArakiSuite.NAME)).isInstanceOf(ArakiSuite.class);
    assertThat(suites.named(ProtocolSuites.DEFAULT).name()).isEqualTo(ProtocolSuites.DEFAULT);
  }

  @Test
  void anUnknownNameIsRefusedWithTheNamesThereAre() {
    ProtocolSuites suites = ProtocolSuites.of(List.of(new ArakiSuite(), new BogdanovSuite()));
    assertThatThrownBy(() -> suites.named("yao"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("protocol suite 'yao' is not installed; installed are araki, bogdanov");
  }

  @Test
  void twoOfOneNameAreRefused() {
    assertThatThrownBy(() -> ProtocolSuites.of(List.of(new ArakiSuite(), new ArakiSuite())))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("'araki'")
        .hasMessageContaining(ArakiSuite.class.getName());
  }
}
