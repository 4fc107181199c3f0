package io.dartagnan.clusters.process;

import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.server.ServerKeys;
import java.util.List;
import java.util.Locale;

/** Role of a process: Redis, one of the clouds, or the HBase to compare with. */
public enum Role {
  REDIS("redis", "redis"),
  CLOUD_0("cloud-0", "cloud 0"),
  CLOUD_1("cloud-1", "cloud 1"),
  CLOUD_2("cloud-2", "cloud 2"),
  BASELINE("baseline", "baseline");

  public static final List<Role> CLOUDS = List.of(CLOUD_0, CLOUD_1, CLOUD_2);

  private final String id;
  private final String title;

  Role(String id, String title) {
    this.id = id;
    this.title = title;
  }

  /** The role meant by what a user typed: {@code redis}, {@code 0} to {@code 2} or baseline. */
  public static Role parse(String typed) {
    return switch (typed.toLowerCase(Locale.ROOT)) {
      case "redis" -> REDIS;
      case "0", "cloud-0" -> CLOUD_0;
      case "1", "cloud-1" -> CLOUD_1;
      case "2", "cloud-2" -> CLOUD_2;
      case "baseline" -> BASELINE;
      default ->
          throw CommandException.usage(
              "there is no cloud '" + typed + "'; name 0, 1, 2, baseline or redis");
    };
  }

  public static Role ofParty(int party) {
    return CLOUDS.get(party);
  }

  /** The name of its folder and of its pid file. */
  public String id() {
    return id;
  }

  /** Name that the user types for it. */
  String argument() {
    return isCloud() ? Integer.toString(party()) : id;
  }

  public boolean isCloud() {
    return CLOUDS.contains(this);
  }

  /** The party that a cloud computes as, 0 to 2. */
  public int party() {
    if (!isCloud()) {
      throw new IllegalStateException(this + " is no party");
    }
    return CLOUDS.indexOf(this);
  }

  /** The prefix of a setting meant for this cluster alone. */
  public String settingPrefix() {
    return isCloud() ? ServerKeys.PARTY + "." + party() + "." : "dartagnan." + id + ".";
  }

  @Override
  public String toString() {
    return title;
  }
}
