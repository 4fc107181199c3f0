package io.dartagnan.server.status;

import io.dartagnan.discovery.Discovery;
import io.dartagnan.discovery.ServerRecord;
import io.dartagnan.mesh.session.Mesh;
import io.dartagnan.mesh.tls.HandshakeRejection;
import io.dartagnan.mpc.Party;
import io.dartagnan.status.PeerStatus;
import io.dartagnan.status.PeerStatus.Connection;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Attempts to connect to servers of the peers, all at once and with one deadline. */
final class PeerAttempts {
  /** Longer than the longest pause after a former failure, unless that was set to more. */
  static final long DEADLINE_MS = 5_000;

  private final Mesh mesh;

  PeerAttempts(Mesh mesh) {
    this.mesh = mesh;
  }

  /** Connects to each of the servers, over the connections that filters use. */
  List<PeerStatus> with(List<Discovery.FoundRecord> servers) {
    List<CompletableFuture<Integer>> attempts =
        servers.stream()
            .map(Discovery.FoundRecord::record)
            .map(each -> mesh.reach(Party.of(each.party()), each.server()))
            .toList();
    await(attempts);
    List<PeerStatus> peers = new ArrayList<>();
    for (int i = 0; i < servers.size(); i++) {
      peers.add(status(servers.get(i), attempts.get(i)));
    }
    return peers;
  }

  private static void await(List<CompletableFuture<Integer>> attempts) {
    try {
      CompletableFuture.allOf(attempts.toArray(CompletableFuture<?>[]::new))
          .get(DEADLINE_MS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // Each attempt is looked at by itself.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static PeerStatus status(
      Discovery.FoundRecord found, CompletableFuture<Integer> attempt) {
    ServerRecord record = found.record();
    Connection connection = Connection.CONNECTED;
    String reason = "";
    int version = PeerStatus.UNTOLD;
    if (!attempt.isDone()) {
      connection = Connection.SILENT;
      reason = "no answer within " + DEADLINE_MS + " ms";
    } else if (attempt.isCompletedExceptionally()) {
      Throwable failure = failure(attempt);
      connection = of(failure);
      reason = reason(failure);
    } else {
      version = attempt.join();
    }
    return new PeerStatus(
        Party.of(record.party()),
        record.server(),
        record.host(),
        record.port(),
        found.ageMs().orElse(0),
        found.leaseMs().orElse(PeerStatus.TIMELESS),
        connection,
        reason,
        version);
  }

  /** The innermost reason; who it is about and where is told beside it. */
  private static String reason(Throwable failure) {
    Throwable bottom = failure;
    while (bottom.getCause() != null) {
      bottom = bottom.getCause();
    }
    return bottom.getMessage() == null ? bottom.getClass().getSimpleName() : bottom.getMessage();
  }

  private static Throwable failure(CompletableFuture<Integer> attempt) {
    try {
      attempt.join();
      throw new IllegalStateException("it has not failed");
    } catch (CompletionException e) {
      return e.getCause();
    }
  }

  static Connection of(Throwable failure) {
    Optional<HandshakeRejection> tls = HandshakeRejection.of(failure);
    if (tls.isPresent()) {
      return switch (tls.get()) {
        case REFUSED_BY_PEER -> Connection.NOT_ACCEPTED_THERE;
        case EXPIRED, NOT_YET_VALID, WRONG_PARTY, UNKNOWN_CERTIFICATE, NO_CERTIFICATE, UNPINNED ->
            Connection.NOT_ACCEPTED_HERE;
        case HANDSHAKE_TIMEOUT -> Connection.SILENT;
        case PLAINTEXT, OLD_TLS, LEFT, OTHER -> Connection.FAILED;
      };
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ConnectException
          || cause instanceof NoRouteToHostException
          || cause instanceof UnknownHostException) {
        return Connection.UNREACHABLE;
      }
    }
    return Connection.FAILED;
  }
}
