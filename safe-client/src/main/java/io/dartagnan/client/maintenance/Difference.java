package io.dartagnan.client.maintenance;

import io.dartagnan.audit.HeldVersion;
import io.dartagnan.client.scan.SessionFailure;
import io.dartagnan.mpc.Party;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * One version that the three clouds do not have alike.
 *
 * @param column where it is
 * @param timestamp the version's
 * @param kind what is different
 * @param clouds whose part it is, as the kind says; in order
 */
public record Difference(HeldVersion.Column column, long timestamp, Kind kind, List<Party> clouds) {

  /** Kinds of differences. */
  public enum Kind {
    /** The clouds lack a version that was once on all three. */
    LACKS,
    /** The clouds, and not the others, have a version that may never have been on all three. */
    INCOMPLETE,
    /** The clouds have deleted a version, and the others have not. */
    DELETED,
    /** The clouds have another write's version in its place, or another value of a plain cell. */
    OTHER_WRITE,
    /** The clouds have something in its place that is no share of theirs. */
    NO_SHARE,
    /** The clouds were given their part in a repair, and no client has confirmed it. */
    GIVEN
  }

  private static final Instant FIRST_DATE = Instant.parse("1990-01-01T00:00:00Z");
  private static final Instant LAST_DATE = Instant.parse("2200-01-01T00:00:00Z");

  /** Keeps a copy. */
  public Difference {
    clouds = List.copyOf(clouds);
  }

  /** A sentence for an operator. */
  public String words() {
    return "row %s, %s:%s: %s"
        .formatted(
            Bytes.toStringBinary(column.row()),
            Bytes.toStringBinary(column.family()),
            Bytes.toStringBinary(column.qualifier()),
            finding());
  }

  private String finding() {
    String version = "the version of " + time();
    String names = names();
    boolean one = clouds.size() == 1;
    return switch (kind) {
      case LACKS -> "%s %s %s".formatted(names, one ? "lacks" : "lack", version);
      case INCOMPLETE -> "an incomplete version of %s on %s".formatted(time(), names);
      case DELETED -> "%s %s deleted %s".formatted(names, one ? "has" : "have", version);
      case OTHER_WRITE ->
          "%s %s another write in the place of %s".formatted(names, one ? "has" : "have", version);
      case NO_SHARE ->
          "%s %s something that is no share in the place of %s"
              .formatted(names, one ? "has" : "have", version);
      case GIVEN ->
          "%s %s given %s in a repair, and no client has confirmed it"
              .formatted(names, one ? "was" : "were", version);
    };
  }

  private String names() {
    return clouds.stream().map(SessionFailure::cloud).collect(Collectors.joining(" and "));
  }

  /** Timestamps of an application's own may be no times. */
  private String time() {
    Instant instant = Instant.ofEpochMilli(timestamp);
    return instant.isAfter(FIRST_DATE) && instant.isBefore(LAST_DATE)
        ? instant.toString()
        : "timestamp " + timestamp;
  }
}
