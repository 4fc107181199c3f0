package io.dartagnan.cli.setup;

import java.net.URI;
import java.util.List;

/** Files for whoever runs Redis: a user for each cloud, by the hash of a password. */
final class RedisFiles {
  private final ThreeClouds clouds;
  private final List<Password> passwords;
  private final Password administrator = Password.draw();

  /**
   * The files.
   *
   * @param passwords of the users of cloud 0, 1 and 2
   */
  RedisFiles(ThreeClouds clouds, List<Password> passwords) {
    this.clouds = clouds;
    this.passwords = List.copyOf(passwords);
  }

  /** The user of a cloud. */
  static String user(CloudPlace cloud) {
    return "dartagnan-" + cloud.party().index();
  }

  FileSet files() {
    return new FileSet("redis")
        .with("CHECKLIST.md", checklist())
        .with("users.acl", users())
        .with("administrator-password", administrator.reveal() + "\n");
  }

  /** Reads all records, writes its own party's: docs/operations.md, Redis. */
  private String users() {
    StringBuilder users = new StringBuilder();
    for (CloudPlace cloud : clouds.clouds()) {
      users.append(
          "user %s on #%s resetkeys %%R~dartagnan:server:* %%W~dartagnan:server:%d:* resetchannels &dartagnan:servers -@all +set +del +getrange +pttl +scan +publish +subscribe +select +ping\n"
              .formatted(
                  user(cloud),
                  passwords.get(cloud.party().index()).sha256(),
                  cloud.party().index()));
    }
    return users
        .append("user administrator on #%s ~* &* +@all\n".formatted(administrator.sha256()))
        .append("user default off\n")
        .toString();
  }

  private String checklist() {
    URI at = clouds.redis().orElseThrow();
    int port = at.getPort() < 0 ? 6379 : at.getPort();
    boolean isTls = "rediss".equals(at.getScheme());
    Checklist list =
        new Checklist(
            "Redis on " + at.getHost(),
            "For whoever runs it, who is trusted with nothing but keeping it up. users.acl holds hashes of passwords; administrator-password is for looking into it.");
    list.step(
        "Use Redis 7 or later, and put into its redis.conf",
        "aclfile /etc/redis/users.acl",
        isTls ? "port 0" : "port " + port);
    if (isTls) {
      list.command("tls-port " + port)
          .command("tls-cert-file /etc/redis/tls/redis.crt")
          .command("tls-key-file /etc/redis/tls/redis.key")
          .command("tls-auth-clients no");
    }
    list.command("maxmemory-policy noeviction");
    list.step("Install the users.", "install -m 600 -o redis users.acl /etc/redis/users.acl");
    if (isTls) {
      list.step(
          "Make a certificate for %s, and give it to the three operators unless an authority that every JDK knows has issued it."
              .formatted(at.getHost()));
    }
    list.step(
        "Let RegionServers of the three clouds reach port %d, and nobody else.".formatted(port));
    return list.text();
  }
}
