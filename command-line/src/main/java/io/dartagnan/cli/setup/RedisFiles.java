package io.dartagnan.cli.setup;

import io.dartagnan.cli.setup.ThreeClouds.RedisPlace;
import io.dartagnan.provisioning.RedisAccount;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Files for whoever runs Redis: a user for each cloud, by the hash of a password. */
final class RedisFiles {
  private final ThreeClouds clouds;
  private final RedisPlace redis;
  private final List<RedisAccount> accounts;
  private final Password administrator = Password.draw();

  /**
   * The files.
   *
   * @param redis where it is to be
   * @param accounts of cloud 0, 1 and 2
   */
  RedisFiles(ThreeClouds clouds, RedisPlace redis, List<RedisAccount> accounts) {
    this.clouds = clouds;
    this.redis = redis;
    this.accounts = List.copyOf(accounts);
  }

  FileSet files() {
    return new FileSet("redis")
        .with("CHECKLIST.md", checklist())
        .with("dartagnan.conf", settings())
        .with("users.acl", users())
        .with("firewall.nft", Firewall.ofRedis(clouds, redis))
        .with("administrator-password", administrator.reveal() + "\n");
  }

  private String users() {
    return "%s\nuser administrator on #%s ~* &* +@all\nuser default off\n"
        .formatted(
            accounts.stream().map(RedisAccount::line).collect(Collectors.joining("\n")),
            RedisAccount.sha256(administrator.reveal()));
  }

  /** For the end of a {@code redis.conf}, whose own lines on the same it takes the place of. */
  private String settings() {
    List<String> lines =
        new ArrayList<>(
            List.of(
                "# For Redis 7 or later. It keeps nothing: what it loses returns within a lease.",
                "bind * -::*",
                "aclfile " + redis.file("users.acl"),
                "maxmemory-policy noeviction",
                "save \"\"",
                "appendonly no"));
    if (redis.isEncrypted()) {
      lines.addAll(
          List.of(
              "# Nothing but TLS; clients are known by their logins.",
              "port 0",
              "tls-port " + redis.port(),
              "tls-cert-file " + redis.file("tls/redis.pem"),
              "tls-key-file " + redis.file("tls/redis.key"),
              "tls-auth-clients no"));
    } else {
      lines.add("port " + redis.port());
    }
    return String.join("\n", lines) + "\n";
  }

  private String checklist() {
    Checklist list =
        new Checklist(
            "Redis on " + redis.host(),
            "For whoever runs it, who is trusted with nothing but keeping it up. users.acl holds hashes of passwords; administrator-password is for looking into it.");
    list.step(
        "Take a Redis 7 or later%s that serves nothing else, and install its settings and users."
            .formatted(redis.isEncrypted() ? ", built with TLS," : ""),
        "install -m 644 dartagnan.conf " + redis.file("dartagnan.conf"),
        "install -m 600 -o redis users.acl " + redis.file("users.acl"),
        "echo 'include %s' >> %s"
            .formatted(redis.file("dartagnan.conf"), redis.file("redis.conf")));
    if (redis.isEncrypted()) {
      list.step(
          "Make its key, with bin/dartagnan-keys of either bundle, a file that works by itself. If an authority that every JDK knows issues the certificate instead, put that with its chain into redis.pem, and tell the operators.",
          "bin/dartagnan-keys redis %s %s".formatted(redis.file("tls"), redis.host()),
          "chown -R redis: %1$s && chmod -R go= %1$s".formatted(redis.file("tls")));
      list.step(
          "Give redis.pem of %s to the three operators, who compare its fingerprint with you by another way than the file came."
              .formatted(redis.file("tls")));
    }
    list.step(
        "Let RegionServers of the three clouds reach port %d, and nobody else."
            .formatted(redis.port()),
        "nft -f firewall.nft");
    list.step("Start it, and look whether it answers.", ask());
    return list.text();
  }

  private String ask() {
    return "REDISCLI_AUTH=$(cat administrator-password) redis-cli -h %s -p %d%s --user administrator ping"
        .formatted(
            redis.host(),
            redis.port(),
            redis.isEncrypted() ? " --tls --cacert " + redis.file("tls/redis.pem") : "");
  }
}
