package io.dartagnan.clusters.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Looks for many byte strings at once: wherever the first six bytes of one occur, the rest is
 * compared.
 */
final class PlaintextSearch {
  /** Shorter ones occur by chance. */
  static final int SHORTEST = 6;

  private static final int ATTEMPTS = 20;

  private static final long PREFIX_MASK = (1L << 8 * SHORTEST) - 1;

  private final Map<Long, List<byte[]>> wanted = new HashMap<>();

  PlaintextSearch(Collection<String> strings) {
    for (String string : strings) {
      byte[] bytes = string.getBytes(StandardCharsets.UTF_8);
      if (bytes.length < SHORTEST) {
        throw new IllegalArgumentException("'" + string + "' is shorter than " + SHORTEST);
      }
      long prefix = 0;
      for (int i = 0; i < SHORTEST; i++) {
        prefix = prefix << 8 | bytes[i] & 0xff;
      }
      wanted.computeIfAbsent(prefix, key -> new ArrayList<>()).add(bytes);
    }
  }

  /**
   * Strings that occur in the files below a folder, each with the first file it was found in. HBase
   * moves files and deletes them as long as it runs, so that the folder is read again until no file
   * has gone between its being listed and its being read.
   *
   * @throws IOException when files went in each of the attempts
   */
  Map<String, Path> below(Path folder) throws IOException {
    Map<String, Path> found = new HashMap<>();
    IOException gone = null;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        searchBelow(folder, found);
        return found;
      } catch (NoSuchFileException e) {
        gone = e;
      } catch (UncheckedIOException e) {
        if (!(e.getCause() instanceof NoSuchFileException)) {
          throw e;
        }
        gone = e.getCause();
      }
    }
    throw new IOException("files below " + folder + " went each time that it was read", gone);
  }

  private void searchBelow(Path folder, Map<String, Path> found) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        in(Files.readAllBytes(file)).forEach(string -> found.putIfAbsent(string, file));
      }
    }
  }

  /** Which of them occur. */
  Set<String> in(byte[] bytes) {
    Set<String> found = new TreeSet<>();
    long prefix = 0;
    for (int end = 1; end <= bytes.length; end++) {
      prefix = (prefix << 8 | bytes[end - 1] & 0xff) & PREFIX_MASK;
      if (end >= SHORTEST) {
        int start = end - SHORTEST;
        for (byte[] each : wanted.getOrDefault(prefix, List.of())) {
          if (start + each.length <= bytes.length
              && Arrays.equals(each, 0, each.length, bytes, start, start + each.length)) {
            found.add(new String(each, StandardCharsets.UTF_8));
          }
        }
      }
    }
    return found;
  }
}
