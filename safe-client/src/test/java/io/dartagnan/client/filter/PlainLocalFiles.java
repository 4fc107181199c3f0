package io.dartagnan.client.filter;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/** Local files without checksums, and without a process that is started to set a permission. */
final class PlainLocalFiles extends RawLocalFileSystem {
  @Override
  public void setPermission(Path path, FsPermission permission) {
    // A test's folder is its own.
  }
}
