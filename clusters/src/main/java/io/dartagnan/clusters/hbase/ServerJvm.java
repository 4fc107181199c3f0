package io.dartagnan.clusters.hbase;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Options of the JVM of an HBase process. */
public final class ServerJvm {
  /** HBase and Hadoop reflect into the JDK, in clients as well as in servers. */
  public static final List<String> OPENS =
      List.of(
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
          "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
          "-Djava.net.preferIPv4Stack=true");

  private static final List<String> SERVER =
      List.of(
          "-Xms128m",
          "-Xmx1g",
          "-XX:+UseG1GC",
          "-XX:+ExitOnOutOfMemoryError",
          // Keeps the performance counters out of the machine's temporary folder.
          "-XX:+PerfDisableSharedMem",
          "-Djava.awt.headless=true");

  private ServerJvm() {}

  /**
   * Options of a server.
   *
   * @param folder the server's own, which has a folder for temporary files
   * @param log its log file
   */
  static List<String> options(Path folder, Path log) {
    List<String> own =
        List.of(
            "-D" + LoggingConfiguration.FILE_PROPERTY + "=" + log,
            "-Djava.io.tmpdir=" + folder.resolve("tmp"),
            "-XX:ErrorFile=" + log.resolveSibling("hs_err_%p.log"));
    return Stream.of(SERVER, OPENS, own).flatMap(List::stream).toList();
  }

  /** The content of a file that the java command reads its arguments from, one on a line. */
  static String argumentFile(List<String> arguments) {
    StringBuilder file = new StringBuilder();
    for (String argument : arguments) {
      file.append('"').append(argument.replace("\\", "\\\\").replace("\"", "\\\"")).append("\"\n");
    }
    return file.toString();
  }
}
