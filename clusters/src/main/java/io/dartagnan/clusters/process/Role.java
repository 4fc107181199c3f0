package io.dartagnan.clusters.process;

import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.provisioning.Site;
import java.util.List;
import java.util.Locale;

/** Role of a process: Redis, one of the clouds, the HBase to compare with, or a gateway. */
public enum Role {
  REDIS("redis", "redis"),
  CLOUD_0("cloud-0", "cloud 0"),
  CLOUD_1("cloud-1", "cloud 1"),
  CLOUD_2("cloud-2", "cloud 2"),
  BASELINE("baseline", "baseline"),
  REST("rest", "rest"),
  THRIFT("thrift", "thrift");

  public static final List<Role> CLOUDS = List.of(CLOUD_0, CLOUD_1, CLOUD_2);

  /** Those that are an HBase cluster. */
  public static final List<Role> CLUSTERS = List.of(CLOUD_0, CLOUD_1, CLOUD_2, BASELINE);

  /** HBase's gateways, which use the clouds as any client does. */
  public static final List<Role> GATEWAYS = List.of(REST, THRIFT);

  /** The names that a user may type for a role. */
  public static final String TYPED = "0, 1, 2, baseline, redis, rest or thrift";

  private final String id;
  private final String title;

  Role(String id, String title) {
    this.id = id;
    this.title = title;
  }

  /**
   * The role meant by what a user typed.
   *
   * @param typed one of {@link #TYPED}
   */
  public static Role parse(String typed) {
    return switch (typed.toLowerCase(Locale.ROOT)) {
      case "redis" -> REDIS;
      case "0", "cloud-0" -> CLOUD_0;
      case "1", "cloud-1" -> CLOUD_1;
      case "2", "cloud-2" -> CLOUD_2;
      case "baseline" -> BASELINE;
      case "rest" -> REST;
      case "thrift" -> THRIFT;
      default -> throw CommandException.usage("there is no cloud '" + typed + "'; name " + TYPED);
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
  public String argument() {
    return isCloud() ? Integer.toString(party()) : id;
  }

  public boolean isGateway() {
    return GATEWAYS.contains(this);
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
    return isCloud() ? Site.prefixOf(party()) : "dartagnan." + id + ".";
  }

  @Override
  public String toString() {
    return title;
  }
}
