package io.dartagnan.server.write;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionFileSystem;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;
import org.apache.hadoop.hbase.util.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The times of which a region may lack what it was given, by family: between one opening and the
 * next a log or files may have been lost, or a backup put back.
 *
 * <p>A region that was closed in order, and opens with the files that it had then, lacks nothing of
 * the time before. Otherwise it has what came some time before the newest cell of the files that it
 * opens with, and what its log brings back. All openings count: what came after a loss says nothing
 * of before. So the gaps stand in a file of the region's directory, which stays with the region's
 * files when these are copied, put back, or opened by another server. The daughters of a split have
 * those of their parent, a merged region those of all of its parents.
 *
 * <p>The file is text: {@value #LAYOUT}; {@code closed <time>} and the names of the store files, if
 * it was closed in order; for each gap {@code gap <family in hexadecimal> <from> <to> <opening or
 * log>}; {@value #END}. If it cannot be read, all that was before is a gap.
 */
final class RegionGaps {
  static final String FILE = ".dartagnan-gaps";

  private static final Logger LOG = LoggerFactory.getLogger(RegionGaps.class);
  private static final String LAYOUT = "1";
  private static final String END = "end";

  /** More gaps of a family than this become one from the oldest on. */
  private static final int MOST = 64;

  /** HBase's newest timestamp of a file that a compaction left without cells. */
  private static final long NO_CELLS = Long.MAX_VALUE;

  /**
   * A gap.
   *
   * @param family in hexadecimal
   * @param from its beginning, in milliseconds of this cloud's clocks
   * @param to its end, which is when the region opened or the first entry of a log
   */
  private record Gap(String family, long from, long to, boolean endsWithOpening) {

    boolean touches(long begin, long end, long margin) {
      return end >= from && (endsWithOpening ? begin <= to + margin : begin < to);
    }

    /** One from the beginning of this to the end of a later one. */
    Gap joined(Gap later) {
      return new Gap(
          family,
          Math.min(from, later.from),
          Math.max(to, later.to),
          endsWithOpening || later.endsWithOpening);
    }

    private static Gap parse(String[] words) {
      return new Gap(
          words[1], Long.parseLong(words[2]), Long.parseLong(words[3]), words[4].equals("opening"));
    }

    private String line() {
      return "gap %s %d %d %s".formatted(family, from, to, endsWithOpening ? "opening" : "log");
    }
  }

  /**
   * What a file says.
   *
   * @param files names of the store files with which the region was closed
   */
  private record Content(List<Gap> gaps, OptionalLong closed, Set<String> files) {}

  /**
   * A log that was put back.
   *
   * @param from when its first entry was written
   * @param to until when nothing of it can be missing
   */
  record Log(long from, long to) {}

  private final Region region;
  private Set<String> filesBefore = Set.of();
  private volatile List<Gap> gaps = List.of();

  /** The gaps of a region that is about to open. */
  RegionGaps(Region region) {
    this.region = region;
  }

  /** Looks which files there are before logs are put back. */
  void beforeOpening() throws IOException {
    filesBefore = namesOfFiles();
  }

  /**
   * Takes note of an opening.
   *
   * @param opened when
   * @param log what was put back; null if nothing was
   * @param newestPossible a newer timestamp is no stamp, but the application's own
   * @param mostOutOfOrder time by which one write may come later than another and have the larger
   *     timestamp
   */
  void opened(long opened, Log log, long newestPossible, long mostOutOfOrder) {
    List<Gap> all;
    Content before;
    try {
      before = before();
      all = new ArrayList<>(before.gaps());
    } catch (IOException | IllegalArgumentException e) {
      LOG.warn(
          "region {} does not know what it may have lost before it was opened: {} cannot be read;"
              + " what it lacks of the time before counts as unknown",
          region.getRegionInfo().getEncodedName(),
          FILE,
          e);
      before = null;
      all = new ArrayList<>();
    }
    for (Store store : region.getStores()) {
      String family = Bytes.toHex(store.getColumnFamilyDescriptor().getName());
      long from = 0;
      if (before != null) {
        from =
            before.closed().isPresent() && before.files().equals(filesBefore)
                ? before.closed().getAsLong()
                : Math.max(0, newest(store, newestPossible) - mostOutOfOrder);
      }
      if (log == null) {
        all.add(new Gap(family, from, opened, true));
      } else {
        all.add(new Gap(family, from, log.from(), false));
        all.add(new Gap(family, Math.max(from, log.to()), opened, true));
      }
    }
    all.removeIf(gap -> gap.from() > gap.to());
    gaps = bounded(all);
    write(OptionalLong.empty(), Set.of());
  }

  /** Takes note of when the region was closed in order: all that it had is in its files. */
  void closed(long time) {
    try {
      write(OptionalLong.of(time), namesOfFiles());
    } catch (IOException e) {
      LOG.warn("region {} cannot list its files", region.getRegionInfo().getEncodedName(), e);
    }
  }

  /**
   * Tells whether what the family was given in a time cannot be lost.
   *
   * @param from when the time begins, by this server's clock
   * @param to when it ends
   * @param margin how long after an opening the time has to begin, in milliseconds
   */
  boolean has(byte[] family, long from, long to, long margin) {
    String name = Bytes.toHex(family);
    return gaps.stream()
        .noneMatch(gap -> gap.family().equals(name) && gap.touches(from, to, margin));
  }

  /** Newest timestamp in the files that were there before logs were put back; 0 without any. */
  private long newest(Store store, long newestPossible) {
    long newest =
        store.getStorefiles().stream()
            .filter(file -> filesBefore.contains(file.getPath().getName()))
            .mapToLong(file -> newestOf(file))
            .max()
            .orElse(0);
    return newest <= newestPossible ? newest : 0;
  }

  /** Newest timestamp in a file; 0 if it has no cells. */
  static long newestOf(StoreFile file) {
    long newest = file.getMaximumTimestamp().orElse(0);
    return newest == NO_CELLS ? 0 : newest;
  }

  private static List<Gap> bounded(List<Gap> all) {
    Map<String, List<Gap>> byFamily = new HashMap<>();
    for (Gap gap : new LinkedHashSet<>(all)) {
      List<Gap> some = byFamily.computeIfAbsent(gap.family(), family -> new ArrayList<>());
      some.add(gap);
      if (some.size() > MOST) {
        some.set(0, some.get(0).joined(some.remove(1)));
      }
    }
    return byFamily.values().stream().flatMap(List::stream).toList();
  }

  /** What the region's own file says, or those of its parents together. */
  private Content before() throws IOException {
    try {
      return read(file(directory()));
    } catch (FileNotFoundException e) {
      Set<Path> parents = new LinkedHashSet<>();
      for (Path file : storeFiles()) {
        if (StoreFileInfo.isReference(file)) {
          parents.add(StoreFileInfo.getReferredToFile(file).getParent().getParent());
        }
      }
      List<Gap> all = new ArrayList<>();
      for (Path parent : parents) {
        try {
          all.addAll(read(file(parent)).gaps());
        } catch (FileNotFoundException none) {
          LOG.debug("{} has no {}", parent, FILE, none);
        }
      }
      return new Content(all, OptionalLong.empty(), Set.of());
    }
  }

  private Content read(Path file) throws IOException {
    String text;
    try (var in = files().open(file)) {
      text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    List<String> lines = text.lines().toList();
    if (lines.size() < 2
        || !lines.get(0).equals(LAYOUT)
        || !lines.get(lines.size() - 1).equals(END)) {
      throw new IOException(file + " has another layout, or is cut short");
    }
    List<Gap> read = new ArrayList<>();
    OptionalLong closed = OptionalLong.empty();
    Set<String> files = new HashSet<>();
    for (String line : lines.subList(1, lines.size() - 1)) {
      String[] words = line.split(" ");
      if (words[0].equals("closed") && words.length >= 2) {
        closed = OptionalLong.of(Long.parseLong(words[1]));
        files.addAll(List.of(words).subList(2, words.length));
      } else if (words[0].equals("gap") && words.length == 5) {
        read.add(Gap.parse(words));
      } else {
        throw new IOException(file + " has a line that says nothing of gaps");
      }
    }
    return new Content(read, closed, files);
  }

  private void write(OptionalLong closed, Set<String> files) {
    if (!RegionReplicaUtil.isDefaultReplica(region.getRegionInfo())) {
      return;
    }
    List<String> lines = new ArrayList<>(List.of(LAYOUT));
    closed.ifPresent(time -> lines.add(("closed " + time + " " + String.join(" ", files)).strip()));
    gaps.forEach(gap -> lines.add(gap.line()));
    lines.add(END);
    try (OutputStream out = files().create(file(directory()), true)) {
      out.write((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      LOG.error(
          "region {} cannot write {}: after a crash it would not know that it may have lost something"
              + " before it was opened; see whether its folder can be written, and move the region",
          region.getRegionInfo().getEncodedName(),
          FILE,
          e);
    }
  }

  private Set<String> namesOfFiles() throws IOException {
    return storeFiles().stream().map(Path::getName).collect(Collectors.toSet());
  }

  private List<Path> storeFiles() throws IOException {
    List<Path> all = new ArrayList<>();
    for (byte[] family : region.getTableDescriptor().getColumnFamilyNames()) {
      Path folder = new Path(directory(), Bytes.toString(family));
      if (files().exists(folder)) {
        for (FileStatus each : files().listStatus(folder)) {
          all.add(each.getPath());
        }
      }
    }
    return all;
  }

  private FileSystem files() {
    return fileSystem().getFileSystem();
  }

  private Path directory() {
    return fileSystem().getRegionDir();
  }

  private HRegionFileSystem fileSystem() {
    return ((HRegion) region).getRegionFileSystem();
  }

  private static Path file(Path regionDirectory) {
    return new Path(regionDirectory, FILE);
  }
}
