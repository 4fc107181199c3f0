package io.dartagnan.mesh.bench;

import com.google.common.io.MoreFiles;
import io.dartagnan.mesh.TestCertificates;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The parties' certificates in a folder that goes when this is closed. */
final class TemporaryCertificates implements Closeable {
  private final Path folder;
  private final TestCertificates certificates;

  /** Makes them. */
  TemporaryCertificates() throws IOException {
    folder = Files.createTempDirectory("dartagnan-bench");
    try {
      certificates = TestCertificates.in(folder);
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  TestCertificates get() {
    return certificates;
  }

  @Override
  public void close() throws IOException {
    MoreFiles.deleteRecursively(folder);
  }
}
