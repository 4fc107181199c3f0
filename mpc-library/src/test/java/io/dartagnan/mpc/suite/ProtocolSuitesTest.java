package io.dartagnan.mpc.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.araki.ArakiSuite;
import io.dartagnan.mpc.bogdanov.BogdanovSuite;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  /** A table could not name it. */
  @ParameterizedTest
  @ValueSource(strings = {"", "Araki", "a b", "a_b", "a-", "-a", "a--b", "\u00e4", "a\n"})
  void aSuiteWhoseNameNoTableMayHaveIsRefused(String name) {
    ProtocolSuite suite =
        (ProtocolSuite)
            Proxy.newProxyInstance(
                ProtocolSuite.class.getClassLoader(),
                new Class<?>[] {ProtocolSuite.class},
                (proxy, method, arguments) -> name);
    assertThat(ProtocolSuites.isName(name)).isFalse();
    assertThatThrownBy(() -> ProtocolSuites.of(List.of(suite)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("names itself '" + name + "'; lower-case letters and digits");
  }

  @Test
  void twoOfOneNameAreRefused() {
    assertThatThrownBy(() -> ProtocolSuites.of(List.of(new ArakiSuite(), new ArakiSuite())))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("'araki'")
        .hasMessageContaining(ArakiSuite.class.getName());
  }
}
