package io.dartagnan.mesh.bench;

import io.dartagnan.mesh.TestCertificates;
import io.dartagnan.mesh.ThreeMeshes;
import io.dartagnan.mesh.session.MeshSession;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The echo over the mesh, used as the protocols use it: in each session a thread of party 0 sends
 * and receives, and a thread of party 1 sends back what it receives. Party 2 takes part in the
 * sessions and is silent. All sessions share the meshes' connections.
 */
final class MeshEcho implements Echo {
  private static final long STEP = 1;
  private static final long DEADLINE_S = 300;

  private record Pair(Exchange sender, Exchange echo) {}

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final ThreeMeshes meshes;
  private final List<MeshSession> sides = new ArrayList<>();
  private final List<Pair> sessions = new ArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  /** Starts three meshes and opens so many sessions. */
  MeshEcho(TestCertificates certificates, Provider provider, int sessions) throws IOException {
    meshes = ThreeMeshes.start(certificates, TIMEOUT, provider::chosenIn);
    try {
      for (int i = 0; i < sessions; i++) {
        Map<Party, MeshSession> opened = meshes.openAll(ThreeMeshes.newId());
        sides.addAll(opened.values());
        this.sessions.add(new Pair(opened.get(Party.P0), opened.get(Party.P1)));
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  @Override
  public void run(Load load) {
    List<Future<?>> running = new ArrayList<>();
    for (Pair session : sessions) {
      running.add(threads.submit(() -> send(session.sender(), load)));
      running.add(threads.submit(() -> sendBack(session.echo(), load)));
    }
    try {
      for (Future<?> one : running) {
        one.get(DEADLINE_S, TimeUnit.SECONDS);
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    } catch (TimeoutException e) {
      throw new IllegalStateException("a run took over " + DEADLINE_S + " seconds", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted during a run");
    }
  }

  private static void send(Exchange session, Load load) {
    Samples samples = new Samples(load.bytes());
    byte[] message = new byte[load.bytes()];
    int sent = 0;
    for (int back = 0; back < load.messages(); back++) {
      while (sent < load.messages() && sent - back < load.inFlight()) {
        samples.mark(message, sent++);
        session.send(Party.P1, STEP, ByteBuffer.wrap(message));
      }
      ByteBuffer echo = session.receive(Party.P1, STEP);
      if (echo.remaining() != load.bytes()) {
        throw new WrongEchoException(
            "message %d of %d bytes came back with %d"
                .formatted(back, load.bytes(), echo.remaining()));
      }
      samples.check(Unpooled.wrappedBuffer(echo), (long) back * load.bytes());
    }
  }

  private static void sendBack(Exchange session, Load load) {
    for (int i = 0; i < load.messages(); i++) {
      session.send(Party.P0, STEP, session.receive(Party.P0, STEP));
    }
  }

  @Override
  public void close() {
    // Ends the sessions, whatever their threads wait for.
    meshes.close();
    sides.forEach(MeshSession::close);
    threads.shutdownNow();
  }
}
