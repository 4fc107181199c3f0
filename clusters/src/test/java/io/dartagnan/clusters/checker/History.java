package io.dartagnan.clusters.checker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The calls of all clients, row by row, as {@link HistoryLog} wrote them down.
 *
 * <p>A write that failed may still be under way to a cloud, but not for ever: a cloud refuses what
 * is more than 30 s behind its clock (docs/consistency.md), whoever sends it. A killed client has
 * sent nothing after its last line for longer than a call may take.
 */
final class History {

  /**
   * Time for which a write of unknown outcome can be done after it failed: the 30 s of the clouds,
   * a minute if its client's clock is ahead by that much, and half a minute for a busy machine.
   */
  static final long POSSIBLE_NANOS = Duration.ofMinutes(2).toNanos();

  /**
   * Time for which readers may go on with the two other clouds when one is up again, and read there
   * what it has lost: they ask the third every ten seconds, and a machine may be busy.
   */
  private static final long TWO_CLOUDS_NANOS = Duration.ofSeconds(20).toNanos();

  private final Map<String, List<Call>> calls = new TreeMap<>();
  private final List<Crash> crashes = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();
  private final List<String> failedReads = new ArrayList<>();
  private int acknowledged;
  private int reads;

  /** Reads the files of a folder. */
  static History of(Path folder) throws IOException {
    History history = new History();
    try (var files = Files.newDirectoryStream(folder, "*.history")) {
      for (Path file : files) {
        history.add(file.getFileName().toString().replace(".history", ""), Files.readString(file));
      }
    }
    return history;
  }

  /** Adds what one client wrote; a line that has no end was cut off when the client was killed. */
  void add(String client, String text) {
    Map<String, Call> open = new HashMap<>();
    long last = 0;
    String whole = text.substring(0, text.lastIndexOf('\n') + 1);
    for (String line : whole.lines().toList()) {
      String[] fields = line.split("\t", -1);
      switch (fields[0]) {
        case "begin" -> {
          long begun = Long.parseLong(fields[2]);
          open.put(
              fields[1],
              Call.unanswered(client, fields[3], begun, Call.NEVER, Action.parse(fields[4])));
        }
        case "end" -> {
          Call call = open.remove(fields[1]);
          add(call.endedAt(Long.parseLong(fields[2]), Action.parse(fields[3])));
          acknowledged++;
        }
        case "failed" -> {
          long failed = Long.parseLong(fields[2]);
          add(open.remove(fields[1]).possibleUntil(failed + POSSIBLE_NANOS));
          failures.add(fields[3]);
        }
        case "read" -> {
          add(
              Call.answered(
                  client,
                  fields[3],
                  Long.parseLong(fields[1]),
                  Long.parseLong(fields[2]),
                  Action.parse(fields[4])));
          reads++;
        }
        case "crash" ->
            crashes.add(
                new Crash(
                    Long.parseLong(fields[1]),
                    Long.parseLong(fields[2]) + TWO_CLOUDS_NANOS,
                    Fault.Loss.valueOf(fields[3])));
        case "unread" -> failedReads.add(fields[3]);
        default -> throw new IllegalArgumentException(line);
      }
      last = Math.max(last, Long.parseLong(fields[2]));
    }
    long killed = last;
    open.values().forEach(call -> add(call.possibleUntil(killed + POSSIBLE_NANOS)));
  }

  private void add(Call call) {
    calls.computeIfAbsent(call.row(), row -> new ArrayList<>()).add(call);
  }

  /** The calls to each row. */
  Map<String, List<Call>> byRow() {
    return calls;
  }

  /** Times in which something may have been lost. */
  List<Crash> crashes() {
    return crashes;
  }

  /** Messages of the writes whose outcome is unknown, but for those of killed clients. */
  List<String> failures() {
    return failures;
  }

  /** Messages of the gets and scans that failed. */
  List<String> failedReads() {
    return failedReads;
  }

  /** Number of writes that succeeded. */
  int acknowledged() {
    return acknowledged;
  }

  /** Number of rows that were read, by gets and scans. */
  int reads() {
    return reads;
  }

  /** Number of all calls, a row that a scan returned counting as one. */
  int size() {
    return calls.values().stream().mapToInt(List::size).sum();
  }
}
