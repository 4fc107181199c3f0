package io.dartagnan.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Contract that callers rely on, wherever the records come from. A bug that this misses is a bug in
 * it.
 *
 * <p>Whoever knows servers without their registering has to know those named here, and at least
 * these, and not {@link #UNKNOWN}.
 */
abstract class DiscoveryContractTest {
  static final ServerRecord RS0 = new ServerRecord(0, "rs0.example,16020,1763676000000", "a", 7000);
  static final ServerRecord RS1 = new ServerRecord(1, "rs1.example,16020,1763676000001", "b", 7001);
  static final ServerRecord RS2 = new ServerRecord(2, "rs2.example,16020,1763676000002", "c", 7002);
  static final ServerRecord LAST_OF_0 = new ServerRecord(0, "zz.example,16020,5", "d", 7003);
  static final ServerRecord TWIN = new ServerRecord(2, RS1.server(), "elsewhere", 9);
  static final String UNKNOWN = "nobody.example,16020,1763676000003";

  private final Deque<Discovery> opened = new ArrayDeque<>();

  /** A new view, as another process would have it, of the records that the test's views share. */
  abstract Discovery newDiscovery() throws DiscoveryException;

  final Discovery open() throws DiscoveryException {
    return closeLater(newDiscovery());
  }

  final <D extends Discovery> D closeLater(D discovery) {
    opened.push(discovery);
    return discovery;
  }

  @AfterEach
  void closeAll() {
    while (!opened.isEmpty()) {
      opened.pop().close();
    }
  }

  @Test
  void whatOneRegistersAllFind() throws Exception {
    Discovery owner = open();
    Discovery.Registration registration = owner.register(RS1);
    assertThat(registration.record()).isEqualTo(RS1);
    assertThat(owner.lookup(1, RS1.server())).isEqualTo(RS1);
    assertThat(open().lookup(1, RS1.server())).isEqualTo(RS1);
  }

  @Test
  void theSameServerNameOfAnotherPartyIsAnotherServer() throws Exception {
    Discovery owner = open();
    owner.register(RS1);
    owner.register(TWIN);
    assertThat(open().lookup(1, RS1.server())).isEqualTo(RS1);
    assertThat(open().lookup(2, RS1.server())).isEqualTo(TWIN);
  }

  @Test
  void anUnknownServerIsNamedTogetherWithItsParty() throws Exception {
    Discovery discovery = open();
    assertThatThrownBy(() -> discovery.lookup(1, UNKNOWN))
        .isInstanceOf(DiscoveryException.class)
        .hasMessageStartingWith("party 1 server " + UNKNOWN + " has no ")
        .message()
        .hasLineCount(1);
  }

  @Test
  void aMalformedNameIsRefused() throws Exception {
    Discovery discovery = open();
    assertThatThrownBy(() -> discovery.lookup(3, RS0.server()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("party 3");
    assertThatThrownBy(() -> discovery.lookup(0, "rs0.example"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("host,port,startcode");
    assertThatThrownBy(() -> discovery.lookup(0, "rs0\n2026 ERROR"))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .hasLineCount(1);
  }

  @Test
  void allListsWhatIsRegisteredByPartyAndServer() throws Exception {
    Discovery owner = open();
    owner.register(RS2);
    owner.register(LAST_OF_0);
    owner.register(RS1);
    owner.register(RS0);
    owner.register(TWIN);
    assertThat(owner.all()).containsExactly(RS0, LAST_OF_0, RS1, TWIN, RS2);
    assertThat(open().all())
        .extracting(ServerRecord::party, ServerRecord::host, ServerRecord::port)
        .containsExactly(
            tuple(0, "a", 7000),
            tuple(0, "d", 7003),
            tuple(1, "b", 7001),
            tuple(2, "elsewhere", 9),
            tuple(2, "c", 7002));
  }

  @Test
  void aClosedRegistrationLeavesTheOthers() throws Exception {
    Discovery owner = open();
    Discovery.Registration first = owner.register(RS0);
    owner.register(RS1);
    first.close();
    first.close();
    assertThat(open().lookup(1, RS1.server())).isEqualTo(RS1);
  }

  @Test
  void aServerIsRegisteredOnceAtATime() throws Exception {
    Discovery owner = open();
    Discovery.Registration first = owner.register(RS0);
    assertThatThrownBy(() -> owner.register(RS0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(RS0.server())
        .hasMessageContaining("registered here already");
    first.close();
    owner.register(RS0);
    assertThat(open().lookup(0, RS0.server())).isEqualTo(RS0);
  }

  @Test
  void aClosedDiscoveryRefuses() throws Exception {
    Discovery discovery = open();
    discovery.register(RS0);
    discovery.close();
    discovery.close();
    assertThatThrownBy(() -> discovery.register(RS2))
        .isInstanceOf(DiscoveryException.class)
        .hasMessage("discovery is closed");
    assertThatThrownBy(() -> discovery.lookup(0, RS0.server())).hasMessage("discovery is closed");
    assertThatThrownBy(discovery::all).hasMessage("discovery is closed");
  }

  @Test
  void lookupsAreCounted() throws Exception {
    open().register(RS0);
    Discovery reader = open();
    reader.lookup(0, RS0.server());
    reader.lookup(0, RS0.server());
    assertThatThrownBy(() -> reader.lookup(0, UNKNOWN)).isInstanceOf(DiscoveryException.class);
    assertThat(reader.metrics().lookups()).isEqualTo(3);
    assertThat(reader.metrics().cacheHits()).isBetween(1L, 2L);
    assertThat(reader.metrics().rejected()).isZero();
  }

  @Test
  void manyThreadsMayAskAtOnce() throws Exception {
    open().register(RS0);
    Discovery reader = open();
    Set<ServerRecord> answers = ConcurrentHashMap.newKeySet();
    var threads = Executors.newFixedThreadPool(8);
    try {
      Deque<Future<?>> asked = new ArrayDeque<>();
      for (int i = 0; i < 200; i++) {
        asked.add(threads.submit(() -> answers.add(reader.lookup(0, RS0.server()))));
      }
      for (Future<?> one : asked) {
        one.get(30, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(answers).containsExactly(RS0);
  }
}
