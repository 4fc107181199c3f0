package io.dartagnan.mpc.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.ProtocolSuites;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;

/** Whether a suite says what a reader of {@code docs/protocols.md} needs to know. */
final class Declarations {
  private final ProtocolSuite suite;

  Declarations(ProtocolSuite suite) {
    this.suite = suite;
  }

  void nameTheSuite() {
    assertThat(suite.name()).as("name of the suite").matches("[a-z0-9]+(-[a-z0-9]+)*");
    assertThat(ProtocolSuites.installed().byName().get(suite.name()))
        .as(
            "suite installed as '%s': name the class in META-INF/services/%s",
            suite.name(), ProtocolSuite.class.getName())
        .hasSameClassAs(suite);
  }

  void keepNoState() {
    assertThat(
            Arrays.stream(suite.getClass().getDeclaredFields())
                .filter(field -> !Modifier.isStatic(field.getModifiers()))
                .toList())
        .as("fields of %s: one suite serves every session at once", suite.getClass().getName())
        .isEmpty();
  }

  void describeEveryProtocol() {
    List<Protocol> protocols = suite.protocols();
    assertThat(protocols).as("protocols of '%s'", suite.name()).isNotEmpty();
    assertThat(protocols.stream().map(Protocol::name))
        .as("names of the protocols of '%s'", suite.name())
        .doesNotHaveDuplicates();
    for (Protocol protocol : protocols) {
      String what = "%s of protocol '" + protocol.name() + "'";
      assertThat(protocol.name()).as(what, "name").isNotBlank();
      assertThat(protocol.functionality()).as(what, "functionality").isNotBlank();
      assertThat(protocol.adversary()).as(what, "adversary").isNotBlank();
      assertThat(protocol.source()).as(what, "source").isNotBlank();
      assertThat(protocol.deviation()).as(what, "deviation").isNotNull();
      for (int limbs : new int[] {1, 3, 5}) {
        for (int lanes : new int[] {1, 65, 1 << 16}) {
          assertPossible(what, protocol.cost(new Ring(limbs), lanes));
        }
      }
    }
  }

  private static void assertPossible(String what, Cost cost) {
    assertThat(cost.rounds()).as(what, "rounds").isNotNegative();
    for (Party party : Party.ALL) {
      assertThat(cost.by(party)).as(what, "bytes").isNotNegative();
    }
    assertThat(cost.rounds() == 0)
        .as(what, "cost: bytes take rounds, and rounds take bytes")
        .isEqualTo(cost.bytes() == 0);
  }
}
