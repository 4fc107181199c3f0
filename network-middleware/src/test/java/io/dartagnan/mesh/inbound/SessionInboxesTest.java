package io.dartagnan.mesh.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mesh.Limits;
import io.dartagnan.mesh.MeshSettings;
import io.dartagnan.mesh.SessionId;
import io.dartagnan.mesh.connection.MeshCounters;
import io.dartagnan.mesh.tls.TlsIdentity;
import io.dartagnan.mpc.Party;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests of how long the id of a closed session is refused. {@link SessionId} states it. */
class SessionInboxesTest {
  private static final SessionId ID = id(-1);
  private static final int REMEMBERED = 65_536;

  private long now = Long.MAX_VALUE - 5; // so that it overflows on the way
  private final SessionInboxes inboxes =
      new SessionInboxes(
          MeshSettings.of(
              Party.P0,
              "127.0.0.1",
              0,
              new TlsIdentity(Path.of("a.p12"), new char[0], Path.of("b.p12"), new char[0]),
              Duration.ofSeconds(30)),
          new MeshCounters(Limits.DEFAULT),
          () -> now);

  private static SessionId id(int range) {
    return new SessionId(1, 2, range);
  }

  private void openAndClose(SessionId id) {
    inboxes.open(id).close();
    inboxes.retire(id, null);
  }

  private void assertRefused() {
    assertThatThrownBy(() -> inboxes.open(ID))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("a session id is used once");
  }

  @Test
  void anIdIsRefusedWhileItIsOpen() {
    inboxes.open(ID);
    assertRefused();
  }

  @Test
  void anIdIsRefusedForTenMinutes() throws Exception {
    openAndClose(ID);
    now += Duration.ofMinutes(10).toNanos();
    inboxes.sweep();
    assertRefused();
    assertThat(inboxes.forFrame(ID, Party.P1)).isNull();
    now++;
    inboxes.sweep();
    assertThatCode(() -> inboxes.open(ID)).doesNotThrowAnyException();
  }

  @Test
  void anIdIsRefusedUntilAsManyOthersWereClosedAsAreRemembered() {
    openAndClose(ID);
    for (int i = 1; i < REMEMBERED; i++) {
      openAndClose(id(i));
    }
    assertRefused();
    openAndClose(id(REMEMBERED));
    assertThatCode(() -> inboxes.open(ID)).doesNotThrowAnyException();
  }

  /** Or a peer could have an id forgotten early by asking for all the others. */
  @Test
  void framesForAClosedSessionDoNotHaveAnotherForgotten() throws Exception {
    openAndClose(id(0));
    openAndClose(ID);
    for (int i = 1; i < REMEMBERED; i++) {
      inboxes.forFrame(id(0), Party.P1);
      inboxes.toldOf(id(0));
      openAndClose(id(i));
    }
    assertRefused();
  }
}
