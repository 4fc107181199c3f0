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
          // HBase's memstores are made of pieces of 2 MiB, and protocols have arrays of 1 MiB.
          // Those
          // would be larger than half of the usual regions, and take whole ones of their own.
          "-XX:G1HeapRegionSize=8m",
          "-XX:+ExitOnOutOfMemoryError",
          // Keeps the performance counters out of the machine's temporary folder.
          "-XX:+PerfDisableSharedMem",
          "-Djava.awt.headless=true");

  /** The environment variable with more options, which count above those of this tool. */
  private static final String MORE = "DARTAGNAN_HBASE_JVM";

  private ServerJvm() {}

  /**
   * Options of a server, with those of the environment.
   *
   * @param folder the server's own, which has a folder for temporary files
   * @param log its log file
   */
  static List<String> options(Path folder, Path log) {
    return options(folder, log, System.getenv().getOrDefault(MORE, ""));
  }

  /**
   * Options of a server.
   *
   * @param more options with spaces between them
   */
  static List<String> options(Path folder, Path log, String more) {
    List<String> own =
        List.of(
            "-D" + LoggingConfiguration.FILE_PROPERTY + "=" + log,
            "-Djava.io.tmpdir=" + folder.resolve("tmp"),
            "-XX:ErrorFile=" + log.resolveSibling("hs_err_%p.log"));
    List<String> given = Stream.of(more.split(" ")).filter(option -> !option.isEmpty()).toList();
    return Stream.of(SERVER, OPENS, own, given).flatMap(List::stream).toList();
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
