package io.dartagnan.client.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.wire.QueryAbortedException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.UnknownScannerException;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.exceptions.OutOfOrderScannerNextException;
import org.apache.hadoop.hbase.exceptions.ScannerResetException;
import org.apache.hadoop.hbase.regionserver.LeaseException;
import org.apache.hadoop.hbase.regionserver.RegionServerStoppedException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CloudFailureTest {

  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of(
            new QueryAbortedException("party 1 did not answer for 30000 ms"),
            CloudFailure.Kind.NAMES_CULPRIT,
            "party 1 did not answer for 30000 ms"),
        Arguments.of(
            new QueryAbortedException(
                "io.dartagnan.wire.QueryAbortedException: the region is closing\n\tat a.B.c(D.java)"
                    + "\n\tat party 1"),
            CloudFailure.Kind.ABORTED,
            "the region is closing"),
        Arguments.of(
            new RetriesExhaustedException("tried", new QueryAbortedException("stopped")),
            CloudFailure.Kind.ABORTED,
            "stopped"),
        Arguments.of(
            new NotServingRegionException("moved"), CloudFailure.Kind.UNREACHABLE, "moved"),
        Arguments.of(
            new DoNotRetryIOException("resetting", new NotServingRegionException("moved")),
            CloudFailure.Kind.UNREACHABLE,
            "moved"),
        Arguments.of(
            new DoNotRetryIOException("resetting", new RegionServerStoppedException("stopped")),
            CloudFailure.Kind.UNREACHABLE,
            "stopped"),
        Arguments.of(new UnknownScannerException("gone"), CloudFailure.Kind.UNREACHABLE, "gone"),
        Arguments.of(new ScannerResetException("reset"), CloudFailure.Kind.UNREACHABLE, "reset"),
        Arguments.of(
            new OutOfOrderScannerNextException("order"), CloudFailure.Kind.UNREACHABLE, "order"),
        Arguments.of(new LeaseException("lease"), CloudFailure.Kind.UNREACHABLE, "lease"),
        Arguments.of(new ConnectException("refused"), CloudFailure.Kind.UNREACHABLE, "refused"),
        Arguments.of(
            new RetriesExhaustedException(
                "Failed after attempts=2, exceptions:\n...", new ConnectException("refused")),
            CloudFailure.Kind.UNREACHABLE,
            "refused"),
        Arguments.of(new SocketTimeoutException("slow"), CloudFailure.Kind.UNREACHABLE, "slow"),
        Arguments.of(new IOException(), CloudFailure.Kind.UNREACHABLE, "IOException"),
        Arguments.of(new AccessDeniedException("no"), CloudFailure.Kind.FATAL, "no"),
        Arguments.of(
            new RetriesExhaustedException("tried", new AccessDeniedException("no")),
            CloudFailure.Kind.FATAL,
            "no"),
        Arguments.of(new InterruptedIOException("stop"), CloudFailure.Kind.FATAL, "stop"),
        Arguments.of(new IllegalStateException("bug"), CloudFailure.Kind.FATAL, "bug"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void saysWhoIsToBlameAndWhetherItMayPass(Throwable cause, CloudFailure.Kind kind, String reason) {
    CloudFailure failure = CloudFailure.of(Party.P2, cause);

    assertThat(failure.kind()).isEqualTo(kind);
    assertThat(failure.mayPass()).isEqualTo(kind != CloudFailure.Kind.FATAL);
    assertThat(failure).hasMessage("cloud 2: " + reason).hasCause(cause);
  }
}
