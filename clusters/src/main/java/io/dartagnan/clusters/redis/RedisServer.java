package io.dartagnan.clusters.redis;

import io.dartagnan.clusters.files.OwnerOnly;
import io.dartagnan.clusters.process.Port;
import io.dartagnan.clusters.process.Ports;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.process.ServerProcess;
import io.dartagnan.clusters.process.StateFolder;
import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.provisioning.RedisAccount;
import io.dartagnan.server.ServerKeys;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisAccessControlException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Redis through which the clouds' region servers find each other. It keeps nothing on disk, and
 * lets in one user per cloud and nobody else.
 */
public final class RedisServer implements ServerProcess {
  private static final int TIMEOUT_MILLIS = 2_000;
  private static final String ENCRYPTED = "rediss";

  private final StateFolder state;
  private final URI uri;
  private final RedisTls tls;
  private final List<RedisUser> users;

  /**
   * @param uri where it listens, on this machine; {@code rediss} for TLS
   * @param tls of use only with that
   * @throws CommandException when the URI names no port of this machine
   */
  public RedisServer(StateFolder state, String uri, RedisTls tls) {
    this.state = state;
    this.uri = local(uri);
    this.tls = tls;
    this.users = RedisUser.all(state);
  }

  private static URI local(String uri) {
    try {
      URI parsed = URI.create(uri);
      if (parsed.getRawUserInfo() != null) {
        throw CommandException.usage(
            ServerKeys.REDIS_URI
                + " must be rediss://127.0.0.1:PORT without a user: each cloud logs in as its own");
      }
      if (("redis".equals(parsed.getScheme()) || ENCRYPTED.equals(parsed.getScheme()))
          && (Ports.LOOPBACK.equals(parsed.getHost()) || "localhost".equals(parsed.getHost()))
          && parsed.getPort() > 0
          && parsed.getPort() < 65_536) {
        return parsed;
      }
    } catch (IllegalArgumentException malformed) {
      // Said below, as for every other URI that does not fit.
    }
    throw CommandException.usage(
        ServerKeys.REDIS_URI
            + " must be rediss://127.0.0.1:PORT, or redis://127.0.0.1:PORT to do without TLS, with a"
            + " port of this machine, not "
            + uri);
  }

  URI uri() {
    return uri;
  }

  @Override
  public boolean encrypted() {
    return ENCRYPTED.equals(uri.getScheme());
  }

  @Override
  public Role role() {
    return Role.REDIS;
  }

  @Override
  public List<Port> ports() {
    return List.of(new Port(Role.REDIS, ServerKeys.REDIS_URI, uri.getPort()));
  }

  @Override
  public void prepare() {
    RedisBinary.extract(binary());
    OwnerOnly.folder(data());
    OwnerOnly.folder(log().getParent());
    users.forEach(user -> user.password().ensure());
    OwnerOnly.write(conf(), render());
  }

  private String render() {
    return String.join(
        "\n",
        "# Written by clusters/local",
        "bind " + Ports.LOOPBACK,
        listening(),
        "protected-mode yes",
        "user default off",
        String.join("\n", users.stream().map(user -> user.account().line()).toList()),
        "daemonize no",
        "save \"\"",
        "appendonly no",
        "dir \"" + data() + "\"",
        "logfile \"" + log() + "\"",
        // Keeps the command line by which the process is known again.
        "set-proc-title no",
        "");
  }

  private String listening() {
    if (!encrypted()) {
      return "port " + uri.getPort();
    }
    return String.join(
        "\n",
        "port 0",
        "tls-port " + uri.getPort(),
        "tls-cert-file \"" + tls.certificate() + "\"",
        "tls-key-file \"" + tls.key() + "\"",
        // Clients are known by their logins.
        "tls-auth-clients no");
  }

  @Override
  public List<String> command() {
    return List.of(binary().toString(), conf().toString());
  }

  @Override
  public String marker() {
    return conf().toString();
  }

  @Override
  public Path log() {
    return state.of(Role.REDIS).resolve("logs").resolve("redis.log");
  }

  @Override
  public Path console() {
    return state.of(Role.REDIS).resolve("logs").resolve("redis.out");
  }

  @Override
  public String missing() {
    RedisAccount user = users.get(0).account();
    DefaultJedisClientConfig.Builder config =
        DefaultJedisClientConfig.builder()
            .user(user.name())
            .password(user.password())
            .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
            .connectionTimeoutMillis(TIMEOUT_MILLIS)
            .socketTimeoutMillis(TIMEOUT_MILLIS);
    if (encrypted()) {
      config.sslOptions(tls.client());
    }
    try (Jedis jedis = new Jedis(new HostAndPort(Ports.LOOPBACK, uri.getPort()), config.build())) {
      return "PONG".equals(jedis.ping()) ? null : "it does not answer PING";
    } catch (JedisAccessControlException e) {
      return "it does not let " + user.name() + " in";
    } catch (JedisException e) {
      return "it does not answer PING";
    }
  }

  /** It keeps nothing that a signal could lose. */
  @Override
  public void quiesce() {}

  private Path binary() {
    return state.path().resolve("bin").resolve("redis-server");
  }

  private Path conf() {
    return state.of(Role.REDIS).resolve("conf").resolve("redis.conf");
  }

  private Path data() {
    return state.of(Role.REDIS).resolve("data");
  }

  /** Static redis-server inside the jar of org.signal:embedded-redis. */
  static final class RedisBinary {
    static final String VERSION = "7.0.15";

    private RedisBinary() {}

    /** The resource that runs on the given system, as the JVM names it. */
    static String resource(String osName, String osArch) {
      String os = osName.toLowerCase(Locale.ROOT);
      String arch = osArch.toLowerCase(Locale.ROOT);
      String system =
          os.startsWith("linux")
              ? "linux"
              : os.startsWith("mac") ? "darwin" : unsupported(os, arch);
      String processor =
          switch (arch) {
            case "amd64", "x86_64" -> "amd64";
            case "aarch64", "arm64" -> "arm64";
            case "x86", "i386", "i486", "i586", "i686" ->
                system.equals("linux") ? "386" : unsupported(os, arch);
            default -> unsupported(os, arch);
          };
      return "redis-server-" + VERSION + "-" + system + "-" + processor;
    }

    private static String unsupported(String os, String arch) {
      throw CommandException.failure(
          "there is no redis-server for "
              + os
              + " on "
              + arch
              + "; clusters/local runs on Linux and macOS, on x86 and ARM");
    }

    /** Puts the binary there, unless it is there already. */
    static void extract(Path target) {
      String resource = resource(System.getProperty("os.name"), System.getProperty("os.arch"));
      try (InputStream in = RedisBinary.class.getResourceAsStream("/" + resource)) {
        if (in == null) {
          throw CommandException.failure(
              resource + " is not in the jar of org.signal:embedded-redis");
        }
        byte[] binary = in.readAllBytes();
        if (Files.exists(target) && Files.size(target) == binary.length) {
          return;
        }
        OwnerOnly.write(target, binary);
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwx------"));
      } catch (IOException e) {
        throw CommandException.failure("cannot extract " + resource + " to " + target, e);
      }
    }
  }
}
