package io.dartagnan.mesh;

import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.UnaryOperator;

/** Three meshes on loopback that find each other, one server each. */
public final class ThreeMeshes implements AutoCloseable {
  /** What a party's one server is called. */
  public static final Map<Party, String> SERVERS =
      Map.of(Party.P0, "rs0,16020,1", Party.P1, "rs1,16020,1", Party.P2, "rs2,16020,1");

  private final TestCertificates certificates;
  private final UnaryOperator<MeshSettings> adjust;
  private final Duration timeout;
  private final Map<Party, Mesh> meshes = new EnumMap<>(Party.class);
  private final Map<Party, InetSocketAddress> addresses = new ConcurrentHashMap<>();

  /** With default settings. */
  public static ThreeMeshes start(TestCertificates certificates) throws IOException {
    return start(certificates, Duration.ofSeconds(30), settings -> settings);
  }

  /** With another timeout and other bounds. */
  public static ThreeMeshes start(
      TestCertificates certificates, Duration timeout, UnaryOperator<MeshSettings> adjust)
      throws IOException {
    ThreeMeshes three = new ThreeMeshes(certificates, timeout, adjust);
    for (Party party : Party.ALL) {
      three.start(party, 0);
    }
    return three;
  }

  private ThreeMeshes(
      TestCertificates certificates, Duration timeout, UnaryOperator<MeshSettings> adjust) {
    this.certificates = certificates;
    this.timeout = timeout;
    this.adjust = adjust;
  }

  private void start(Party party, int port) throws IOException {
    MeshSettings settings =
        adjust.apply(
            MeshSettings.of(party, "127.0.0.1", port, certificates.identity(party), timeout));
    Mesh mesh = Mesh.start(settings, this::locate);
    meshes.put(party, mesh);
    redirect(party, mesh.port());
  }

  private InetSocketAddress locate(Party party, String server) throws IOException {
    InetSocketAddress address = addresses.get(party);
    if (address == null || !SERVERS.get(party).equals(server)) {
      throw new IOException(party + " server " + server + " has no live record");
    }
    return address;
  }

  /** From now on the directory says that the party's server is at this port of loopback. */
  public void redirect(Party party, int port) {
    addresses.put(party, new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
  }

  /** From now on the directory does not know the party's server. */
  public void forget(Party party) {
    addresses.remove(party);
  }

  /** Closes a party's mesh and starts another on the same port. */
  public void restart(Party party) throws IOException {
    int port = mesh(party).port();
    mesh(party).close();
    start(party, port);
  }

  /** A party's mesh. */
  public Mesh mesh(Party party) {
    return meshes.get(party);
  }

  /** An id that was not used before. */
  public static SessionId newId() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return new SessionId(random.nextLong(), random.nextLong(), random.nextInt());
  }

  /** One party's side of a session with the two others' servers. */
  public MeshSession open(Party party, SessionId id) {
    return mesh(party).open(id, SERVERS);
  }

  /** All three sides of a new session. */
  public Map<Party, MeshSession> openAll(SessionId id) {
    Map<Party, MeshSession> sides = new EnumMap<>(Party.class);
    Party.ALL.forEach(party -> sides.put(party, open(party, id)));
    return sides;
  }

  @Override
  public void close() {
    meshes.values().forEach(Mesh::close);
  }
}
