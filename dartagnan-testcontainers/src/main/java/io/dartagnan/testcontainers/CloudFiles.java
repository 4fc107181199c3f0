package io.dartagnan.testcontainers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.testcontainers.images.builder.Transferable;

/**
 * Configuration of one cloud on its way into a container: a folder whose files the image's user may
 * read, and nobody else. It goes from memory into the container and is in no file of this machine.
 */
final class CloudFiles implements Transferable {
  /** The place where the image expects it. */
  static final String FOLDER = "/etc/dartagnan";

  private static final int USER = 10001;
  private static final int FOLDER_MODE = 040700;
  private static final int FILE_MODE = 0100400;

  private final Map<String, byte[]> files = new LinkedHashMap<>();

  /**
   * The files of a cloud.
   *
   * @param site its hbase-site.xml
   */
  CloudFiles(Settings site, PinnedStores mesh, PinnedStores rpc) {
    files.put("hbase-site.xml", site.file());
    put("mesh/", mesh);
    put("rpc/", rpc);
  }

  private void put(String folder, PinnedStores stores) {
    files.put(folder + "keystore.p12", stores.keystore());
    files.put(folder + "truststore.p12", stores.truststore());
  }

  /** The path that a file of a folder has in the container. */
  static String path(String folder, String name) {
    return FOLDER + "/" + folder + "/" + name;
  }

  @Override
  public void transferTo(TarArchiveOutputStream tar, String destination) {
    try {
      for (String folder : new String[] {"/", "/mesh/", "/rpc/"}) {
        begin(tar, new TarArchiveEntry(destination + folder), FOLDER_MODE);
        tar.closeArchiveEntry();
      }
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        TarArchiveEntry entry = new TarArchiveEntry(destination + "/" + file.getKey());
        entry.setSize(file.getValue().length);
        begin(tar, entry, FILE_MODE);
        tar.write(file.getValue());
        tar.closeArchiveEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot send the configuration of a cloud", e);
    }
  }

  private static void begin(TarArchiveOutputStream tar, TarArchiveEntry entry, int mode)
      throws IOException {
    entry.setMode(mode);
    entry.setUserId(USER);
    entry.setGroupId(USER);
    tar.putArchiveEntry(entry);
  }

  @Override
  public long getSize() {
    return files.values().stream().mapToLong(file -> file.length).sum();
  }

  @Override
  public String getDescription() {
    return "the configuration of a cloud";
  }
}
