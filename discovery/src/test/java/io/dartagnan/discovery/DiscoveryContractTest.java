package io.dartagnan.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What callers rely on, whoever keeps the records. A bug that this misses is a bug in it. */
abstract class DiscoveryContractTest {
  static final ServerRecord RS0 = new ServerRecord(0, "rs0.example,16020,1763676000000", "a", 7000);
  static final ServerRecord RS1 = new ServerRecord(1, "rs1.example,16020,1763676000001", "b", 7001);
  static final ServerRecord RS2 = new ServerRecord(2, "rs2.example,16020,1763676000002", "c", 7002);

  private final Deque<Discovery> opened = new ArrayDeque<>();

  /** A new view, as another process would have it, of the records that the test's views share. */
  abstract Discovery newDiscovery();

  final Discovery open() {
    Discovery discovery = newDiscovery();
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
  void whatOneRegistersAnotherFinds() throws Exception {
    Registration registration = open().register(RS1);
    assertThat(registration.record()).isEqualTo(RS1);
    assertThat(open().lookup(1, RS1.server())).isEqualTo(RS1);
  }

  @Test
  void theSameServerNameOfAnotherPartyIsAnotherServer() throws Exception {
    Discovery owner = open();
    ServerRecord twin = new ServerRecord(2, RS1.server(), "elsewhere", 9);
    owner.register(RS1);
    owner.register(twin);
    assertThat(open().lookup(1, RS1.server())).isEqualTo(RS1);
    assertThat(open().lookup(2, RS1.server())).isEqualTo(twin);
  }

  @Test
  void anUnknownServerIsNamedTogetherWithItsParty() {
    Discovery discovery = open();
    assertThatThrownBy(() -> discovery.lookup(1, RS1.server()))
        .isInstanceOf(DiscoveryException.class)
        .hasMessage("party 1 server " + RS1.server() + " has no live record in discovery");
  }

  @Test
  void aMissIsNotRemembered() throws Exception {
    Discovery reader = open();
    assertThatThrownBy(() -> reader.lookup(0, RS0.server())).isInstanceOf(DiscoveryException.class);
    open().register(RS0);
    assertThat(reader.lookup(0, RS0.server())).isEqualTo(RS0);
  }

  @Test
  void aMalformedNameIsRefused() {
    Discovery discovery = open();
    assertThatThrownBy(() -> discovery.lookup(3, RS0.server()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("party 3");
    assertThatThrownBy(() -> discovery.lookup(0, "rs0.example"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("host,port,startcode");
  }

  @Test
  void allListsEveryRecordByPartyAndServer() throws Exception {
    Discovery owner = open();
    ServerRecord second = new ServerRecord(0, "zz.example,16020,5", "d", 7003);
    owner.register(RS2);
    owner.register(second);
    owner.register(RS1);
    owner.register(RS0);
    assertThat(open().all()).containsExactly(RS0, second, RS1, RS2);
  }

  @Test
  void aClosedRegistrationIsGoneForNewReadersAndTheOthersStay() throws Exception {
    Discovery owner = open();
    Registration first = owner.register(RS0);
    owner.register(RS1);
    first.close();
    first.close();
    assertThat(open().all()).containsExactly(RS1);
    assertThatThrownBy(() -> open().lookup(0, RS0.server())).isInstanceOf(DiscoveryException.class);
  }

  @Test
  void aServerIsRegisteredOnceAtATime() throws Exception {
    Discovery owner = open();
    Registration first = owner.register(RS0);
    assertThatThrownBy(() -> owner.register(RS0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(RS0.server())
        .hasMessageContaining("registered here already");
    first.close();
    owner.register(RS0);
    assertThat(open().lookup(0, RS0.server())).isEqualTo(RS0);
  }

  @Test
  void closingTheDiscoveryClosesItsRegistrations() throws Exception {
    Discovery owner = open();
    owner.register(RS0);
    owner.register(RS1);
    owner.close();
    assertThat(open().all()).isEmpty();
    assertThatThrownBy(() -> owner.register(RS2))
        .isInstanceOf(DiscoveryException.class)
        .hasMessage("discovery is closed");
    assertThatThrownBy(() -> owner.lookup(0, RS0.server())).hasMessage("discovery is closed");
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
