package io.dartagnan.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Contract of a discovery whose records live only while their owners renew them. */
abstract class LeasedDiscoveryContractTest extends DiscoveryContractTest {

  @Test
  void aServerThatNobodyRegisteredHasNoLiveRecord() throws Exception {
    Discovery discovery = open();
    assertThatThrownBy(() -> discovery.lookup(1, RS1.server()))
        .isInstanceOf(DiscoveryException.class)
        .hasMessage("party 1 server " + RS1.server() + " has no live record in discovery");
    assertThat(discovery.all()).isEmpty();
  }

  @Test
  void aMissIsNotRemembered() throws Exception {
    Discovery reader = open();
    assertThatThrownBy(() -> reader.lookup(0, RS0.server())).isInstanceOf(DiscoveryException.class);
    open().register(RS0);
    assertThat(reader.lookup(0, RS0.server())).isEqualTo(RS0);
  }

  @Test
  void aClosedRegistrationIsGoneForNewReaders() throws Exception {
    Discovery owner = open();
    Discovery.Registration first = owner.register(RS0);
    owner.register(RS1);
    first.close();
    assertThat(open().all()).containsExactly(RS1);
    assertThatThrownBy(() -> open().lookup(0, RS0.server())).isInstanceOf(DiscoveryException.class);
  }

  @Test
  void closingTheDiscoveryClosesItsRegistrations() throws Exception {
    Discovery owner = open();
    owner.register(RS0);
    owner.register(RS1);
    owner.close();
    assertThat(open().all()).isEmpty();
  }
}
