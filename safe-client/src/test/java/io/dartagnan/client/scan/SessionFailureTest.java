package io.dartagnan.client.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.wire.OutdatedKeysException;
import io.dartagnan.wire.QueryAbortedException;
import io.dartagnan.wire.QueryTurnedAwayException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.CallQueueTooBigException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.UnknownScannerException;
import org.apache.hadoop.hbase.client.NoServerForRegionException;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.exceptions.OutOfOrderScannerNextException;
import org.apache.hadoop.hbase.exceptions.ScannerResetException;
import org.apache.hadoop.hbase.regionserver.LeaseException;
import org.apache.hadoop.hbase.regionserver.RegionServerStoppedException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SessionFailureTest {

  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of(
            new QueryAbortedException("party 1 did not answer for 30000 ms"),
            SessionFailure.Kind.NAMES_CULPRIT,
            "party 1 did not answer for 30000 ms"),
        Arguments.of(
            new QueryAbortedException(
                "io.dartagnan.wire.QueryAbortedException: the region is closing\n\tat a.B.c(D.java)"
                    + "\n\tat party 1"),
            SessionFailure.Kind.ABORTED,
            "the region is closing"),
        Arguments.of(
            new OutdatedKeysException("column f:q is compared under keys id:1"),
            SessionFailure.Kind.OUTDATED_KEYS,
            "column f:q is compared under keys id:1"),
        Arguments.of(
            new QueryTurnedAwayException("party 1: 512 queries are being evaluated already"),
            SessionFailure.Kind.TURNED_AWAY,
            "party 1: 512 queries are being evaluated already"),
        Arguments.of(
            new RetriesExhaustedException(
                "tried", new CallQueueTooBigException("Call queue is full")),
            SessionFailure.Kind.TURNED_AWAY,
            "Call queue is full"),
        Arguments.of(
            new RetriesExhaustedException("tried", new QueryAbortedException("stopped")),
            SessionFailure.Kind.ABORTED,
            "stopped"),
        Arguments.of(
            new NotServingRegionException("moved"), SessionFailure.Kind.UNREACHABLE, "moved"),
        Arguments.of(
            new DoNotRetryIOException("resetting", new NotServingRegionException("moved")),
            SessionFailure.Kind.UNREACHABLE,
            "moved"),
        Arguments.of(
            new DoNotRetryIOException("resetting", new RegionServerStoppedException("stopped")),
            SessionFailure.Kind.UNREACHABLE,
            "stopped"),
        Arguments.of(
            new NoServerForRegionException("a daughter of a split, not yet open"),
            SessionFailure.Kind.UNREACHABLE,
            "a daughter of a split, not yet open"),
        Arguments.of(new UnknownScannerException("gone"), SessionFailure.Kind.UNREACHABLE, "gone"),
        Arguments.of(new ScannerResetException("reset"), SessionFailure.Kind.UNREACHABLE, "reset"),
        Arguments.of(
            new OutOfOrderScannerNextException("order"), SessionFailure.Kind.UNREACHABLE, "order"),
        Arguments.of(new LeaseException("lease"), SessionFailure.Kind.UNREACHABLE, "lease"),
        Arguments.of(new ConnectException("refused"), SessionFailure.Kind.UNREACHABLE, "refused"),
        Arguments.of(
            new RetriesExhaustedException(
                "Failed after attempts=2, exceptions:\n...", new ConnectException("refused")),
            SessionFailure.Kind.UNREACHABLE,
            "refused"),
        Arguments.of(new SocketTimeoutException("slow"), SessionFailure.Kind.UNREACHABLE, "slow"),
        Arguments.of(new IOException(), SessionFailure.Kind.UNREACHABLE, "IOException"),
        Arguments.of(new AccessDeniedException("no"), SessionFailure.Kind.FATAL, "no"),
        Arguments.of(
            new RetriesExhaustedException("tried", new AccessDeniedException("no")),
            SessionFailure.Kind.FATAL,
            "no"),
        Arguments.of(new InterruptedIOException("stop"), SessionFailure.Kind.FATAL, "stop"),
        Arguments.of(new IllegalStateException("bug"), SessionFailure.Kind.FATAL, "bug"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void saysWhoIsToBlameAndWhetherItMayPass(
      Throwable cause, SessionFailure.Kind kind, String reason) {
    SessionFailure failure = SessionFailure.of(Party.P2, cause);

    assertThat(failure.kind()).isEqualTo(kind);
    assertThat(failure.mayPass()).isEqualTo(kind != SessionFailure.Kind.FATAL);
    assertThat(failure).hasMessage("cloud 2: " + reason).hasCause(cause);
  }

  @Test
  void namesTheCloudsThatAreSilentIfAnyIs() {
    assertThat(SessionFailure.silent(List.of(Party.P0, Party.P2), 5))
        .hasMessage("cloud 0 and cloud 2 did not answer for 5 ms");
    assertThat(SessionFailure.silent(List.of(), 5))
        .hasMessage("the clouds did not answer for 5 ms");
  }
}
