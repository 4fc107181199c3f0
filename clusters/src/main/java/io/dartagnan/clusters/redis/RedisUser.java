package io.dartagnan.clusters.redis;

import io.dartagnan.clusters.files.PasswordFile;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.process.StateFolder;
import io.dartagnan.provisioning.RedisAccount;
import io.dartagnan.provisioning.Site;
import java.util.List;
import java.util.Map;

/** Account at Redis of a cloud on this machine. Its password lies in the cloud's own folder. */
public final class RedisUser {
  private final int party;
  private final PasswordFile password;

  public RedisUser(StateFolder state, Role cloud) {
    this.party = cloud.party();
    this.password =
        new PasswordFile(
            state.of(cloud).resolve("redis").resolve("password"), "clusters/local down, then up,");
  }

  /** One per cloud, by party. */
  static List<RedisUser> all(StateFolder state) {
    return Role.CLOUDS.stream().map(cloud -> new RedisUser(state, cloud)).toList();
  }

  PasswordFile password() {
    return password;
  }

  RedisAccount account() {
    return new RedisAccount(party, password.read());
  }

  /** The settings by which the cloud's region servers log in. */
  public Map<String, String> settings() {
    return new Site().redisAccount(account()).settings();
  }
}
