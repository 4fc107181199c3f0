package io.dartagnan.clusters.redis;

import io.dartagnan.clusters.files.OwnerOnly;
import io.dartagnan.clusters.terminal.CommandException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;

/** Static redis-server inside the jar of org.signal:embedded-redis. */
final class RedisBinary {
  static final String VERSION = "7.0.15";

  private RedisBinary() {}

  /** The resource that runs on the given system, as the JVM names it. */
  static String resource(String osName, String osArch) {
    String os = osName.toLowerCase(Locale.ROOT);
    String arch = osArch.toLowerCase(Locale.ROOT);
    String system =
        os.startsWith("linux") ? "linux" : os.startsWith("mac") ? "darwin" : unsupported(os, arch);
    String processor =
        switch (arch) {
          case "amd64", "x86_64" -> "amd64";
          case "aarch64", "arm64" -> "arm64";
          case "x86", "i386", "i486", "i586", "i686" ->
              system.equals("linux") ? "386" : unsupported(os, arch);
          default -> unsupported(os, arch);
        };
    return "redis-server-" + VERSION + "-" + system + "-" + processor;
  }

  private static String unsupported(String os, String arch) {
    throw CommandException.failure(
        "there is no redis-server for "
            + os
            + " on "
            + arch
            + "; clusters/local runs on Linux and macOS, on x86 and ARM");
  }

  /** Puts the binary there, unless it is there already. */
  static void extract(Path target) {
    String resource = resource(System.getProperty("os.name"), System.getProperty("os.arch"));
    try (InputStream in = RedisBinary.class.getResourceAsStream("/" + resource)) {
      if (in == null) {
        throw CommandException.failure(
            resource + " is not in the jar of org.signal:embedded-redis");
      }
      byte[] binary = in.readAllBytes();
      if (Files.exists(target) && Files.size(target) == binary.length) {
        return;
      }
      OwnerOnly.write(target, binary);
      Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwx------"));
    } catch (IOException e) {
      throw CommandException.failure("cannot extract " + resource + " to " + target, e);
    }
  }
}
