package io.dartagnan.mesh;

import io.dartagnan.mesh.faults.Direction;
import io.dartagnan.mesh.faults.Relay;
import io.dartagnan.mesh.session.Mesh;
import io.dartagnan.mesh.session.MeshSession;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.UnaryOperator;

/**
 * Three meshes on loopback that find each other, one server each; directly, or through a {@link
 * Relay} per party that dials and party that is dialled, which make faults. More servers may join a
 * party; those are always found directly.
 */
public final class ThreeMeshes implements AutoCloseable {
  /** Name of each party's one server. */
  public static final Map<Party, String> SERVERS =
      Map.of(Party.P0, "rs0,16020,1", Party.P1, "rs1,16020,1", Party.P2, "rs2,16020,1");

  private record Way(Party dialler, Party server) {}

  private final TestCertificates certificates;
  private final UnaryOperator<MeshSettings> adjust;
  private final Duration timeout;
  private final Map<String, Mesh> meshes = new HashMap<>();
  private final Map<String, InetSocketAddress> addresses = new ConcurrentHashMap<>();
  private final Map<Way, Relay> relays = new ConcurrentHashMap<>();

  /** Three meshes with default settings. */
  public static ThreeMeshes start(TestCertificates certificates) throws IOException {
    return start(certificates, Duration.ofSeconds(30), settings -> settings);
  }

  /** Three meshes with another timeout and other bounds. */
  public static ThreeMeshes start(
      TestCertificates certificates, Duration timeout, UnaryOperator<MeshSettings> adjust)
      throws IOException {
    return started(new ThreeMeshes(certificates, timeout, adjust));
  }

  /**
   * Three meshes with six relays, which make no faults until they are told to.
   *
   * @param seed seed of the relays' choices
   */
  public static ThreeMeshes startThroughRelays(
      TestCertificates certificates,
      Duration timeout,
      UnaryOperator<MeshSettings> adjust,
      long seed)
      throws IOException {
    ThreeMeshes three = new ThreeMeshes(certificates, timeout, adjust);
    Random seeds = new Random(seed);
    for (Party dialler : Party.ALL) {
      for (Party server : new Party[] {dialler.next(), dialler.prev()}) {
        String name = dialler.index() + "-to-" + server.index();
        three.relays.put(
            new Way(dialler, server),
            Relay.start(name, () -> three.addresses.get(SERVERS.get(server)), seeds.nextLong()));
      }
    }
    return started(three);
  }

  /** The change of one party's settings alone. */
  public static UnaryOperator<MeshSettings> of(Party party, UnaryOperator<MeshSettings> change) {
    return settings -> settings.self() == party ? change.apply(settings) : settings;
  }

  private static ThreeMeshes started(ThreeMeshes three) throws IOException {
    try {
      for (Party party : Party.ALL) {
        three.start(party, SERVERS.get(party), 0);
      }
      return three;
    } catch (IOException | RuntimeException e) {
      three.close();
      throw e;
    }
  }

  private ThreeMeshes(
      TestCertificates certificates, Duration timeout, UnaryOperator<MeshSettings> adjust) {
    this.certificates = certificates;
    this.timeout = timeout;
    this.adjust = adjust;
  }

  private void start(Party party, String server, int port) throws IOException {
    MeshSettings settings =
        adjust.apply(
            MeshSettings.of(party, "127.0.0.1", port, certificates.identity(party), timeout));
    Mesh mesh = Mesh.start(settings, (peer, name) -> locate(party, peer, name));
    meshes.put(server, mesh);
    addresses.put(server, loopback(mesh.port()));
  }

  private InetSocketAddress locate(Party dialler, Party party, String server) throws IOException {
    InetSocketAddress address = addresses.get(server);
    if (address == null) {
      throw new IOException(party + " server " + server + " has no live record");
    }
    Relay relay = SERVERS.get(party).equals(server) ? relays.get(new Way(dialler, party)) : null;
    return relay == null ? address : loopback(relay.port());
  }

  private static InetSocketAddress loopback(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  /** Makes the directory say that the party's server is at this port of loopback. */
  public void redirect(Party party, int port) {
    addresses.put(SERVERS.get(party), loopback(port));
  }

  /** Makes the directory forget the party's server. */
  public void forget(Party party) {
    addresses.remove(SERVERS.get(party));
  }

  /** Closes a party's mesh and starts another on the same port. */
  public void restart(Party party) throws IOException {
    int port = mesh(party).port();
    mesh(party).close();
    start(party, SERVERS.get(party), port);
  }

  /** Starts one more server of a party. */
  public Mesh join(Party party, String server) throws IOException {
    start(party, server, 0);
    return meshes.get(server);
  }

  /** A party's mesh. */
  public Mesh mesh(Party party) {
    return meshes.get(SERVERS.get(party));
  }

  /**
   * The relay between a party that dials and the server of another; {@link Direction#FORTH} is from
   * the dialler.
   */
  public Relay relay(Party dialler, Party server) {
    return relays.get(new Way(dialler, server));
  }

  /** All six; none if the meshes find each other directly. */
  public Collection<Relay> relays() {
    return relays.values();
  }

  /** An id that was not used before. */
  public static SessionId newId() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return new SessionId(random.nextLong(), random.nextLong(), random.nextInt());
  }

  /** A party's side of a session with the two others' servers. */
  public MeshSession open(Party party, SessionId id) {
    return open(party, id, SERVERS);
  }

  /** A party's side of a session between these servers. */
  public MeshSession open(Party party, SessionId id, Map<Party, String> servers) {
    return meshes.get(servers.get(party)).open(id, servers);
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
    relays.values().forEach(Relay::close);
  }
}
