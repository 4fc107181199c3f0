package io.dartagnan.clusters;

import java.util.List;
import java.util.Locale;

/** What a process is for. */
enum Role {
  REDIS("redis", "redis"),
  CLOUD_0("cloud-0", "cloud 0"),
  CLOUD_1("cloud-1", "cloud 1"),
  CLOUD_2("cloud-2", "cloud 2"),
  BASELINE("baseline", "baseline");

  static final List<Role> CLOUDS = List.of(CLOUD_0, CLOUD_1, CLOUD_2);

  private final String id;
  private final String title;

  Role(String id, String title) {
    this.id = id;
    this.title = title;
  }

  /** The role meant by what a user typed: {@code redis}, {@code 0} to {@code 2} or baseline. */
  static Role parse(String typed) {
    return switch (typed.toLowerCase(Locale.ROOT)) {
      case "redis" -> REDIS;
      case "0", "cloud-0" -> CLOUD_0;
      case "1", "cloud-1" -> CLOUD_1;
      case "2", "cloud-2" -> CLOUD_2;
      case "baseline" -> BASELINE;
      default ->
          throw LocalException.usage(
              "there is no cloud '" + typed + "'; name 0, 1, 2, baseline or redis");
    };
  }

  static Role ofParty(int party) {
    return CLOUDS.get(party);
  }

  /** The name of its folder and of its pid file. */
  String id() {
    return id;
  }

  /** What the user types to name it. */
  String argument() {
    return isCloud() ? Integer.toString(party()) : id;
  }

  boolean isCloud() {
    return CLOUDS.contains(this);
  }

  /** The party that a cloud computes as, 0 to 2. */
  int party() {
    if (!isCloud()) {
      throw new IllegalStateException(this + " is no party");
    }
    return CLOUDS.indexOf(this);
  }

  /** The prefix of a setting meant for this cluster alone. */
  String settingPrefix() {
    return isCloud() ? "dartagnan.party." + party() + "." : "dartagnan." + id + ".";
  }

  @Override
  public String toString() {
    return title;
  }
}
