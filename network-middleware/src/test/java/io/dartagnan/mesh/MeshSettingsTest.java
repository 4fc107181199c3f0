package io.dartagnan.mesh;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mesh.tls.TlsIdentity;
import io.dartagnan.mpc.Party;
import java.nio.file.Path;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class MeshSettingsTest {
  private static final TlsIdentity TLS =
      new TlsIdentity(Path.of("k.p12"), new char[] {'k'}, Path.of("t.p12"), new char[] {'t'});
  private static final Duration SECOND = Duration.ofSeconds(1);

  private static void refused(String message, ThrowingCallable settings) {
    assertThatThrownBy(settings).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }

  @Test
  void whatIsOutOfRangeIsRefusedWithWhatIsAllowed() {
    MeshSettings good = MeshSettings.of(Party.P0, "localhost", 0, TLS, SECOND);
    refused(
        "port 65536 given, 0 to 65535 is allowed, 0 takes a free one",
        () -> MeshSettings.of(Party.P0, "localhost", 65536, TLS, SECOND));
    refused(
        "no bind address given, a name or an address is needed, 0.0.0.0 for all",
        () -> MeshSettings.of(Party.P0, " ", 0, TLS, SECOND));
    refused(
        "timeout of 0 ms given, 1 ms to 3600000 ms is allowed",
        () -> MeshSettings.of(Party.P0, "localhost", 0, TLS, Duration.ZERO));
    refused(
        "keepalive of 9 ms given, 10 ms to 3600000 ms is allowed",
        () -> good.timing().withKeepalive(Duration.ofMillis(9)));
    refused(
        "idle of 86400001 ms given, 10 ms to 86400000 ms is allowed",
        () -> good.timing().withIdle(Duration.ofDays(1).plusMillis(1)));
    refused(
        "longestBackoff of 0 ms given, 1 ms to 3600000 ms is allowed",
        () -> good.timing().withLongestBackoff(Duration.ZERO));
    refused(
        "delay of 10001 ms given, 0 ms to 10000 ms is allowed",
        () -> good.timing().withDelay(Duration.ofMillis(10_001)));
    refused(
        "windowBytes of 1023 given, 1024 to 1073741824 is allowed",
        () -> new Limits(1023, 4096, 1, 4096));
    refused(
        "maxPeerBytes of 1023 given, 1024 to 9223372036854775807 is allowed",
        () -> new Limits(4096, 1023, 1, 4096));
    refused(
        "maxPendingSessions of 0 given, at least 1 is needed",
        () -> new Limits(4096, 4096, 0, 4096));
    refused(
        "maxPendingBytes of -1 given, 1024 to 9223372036854775807 is allowed",
        () -> new Limits(4096, 4096, 1, -1));
  }
}
