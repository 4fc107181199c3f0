package io.dartagnan.clusters.hbase;

import io.dartagnan.clusters.files.OwnerOnly;
import java.nio.file.Path;

/** Logging configurations: HBase logs through SLF4J to Log4j 1 (reload4j). */
public final class LoggingConfiguration {
  /** The system property that names a server's log file. */
  static final String FILE_PROPERTY = "dartagnan.log.file";

  private static final String SERVER =
      """
      # Written by clusters/local
      log4j.rootLogger=INFO, file
      log4j.appender.file=org.apache.log4j.RollingFileAppender
      log4j.appender.file.File=${dartagnan.log.file}
      log4j.appender.file.MaxFileSize=32MB
      log4j.appender.file.MaxBackupIndex=4
      log4j.appender.file.layout=org.apache.log4j.PatternLayout
      log4j.appender.file.layout.ConversionPattern=%d{ISO8601} %-5p [%t] %c{2}: %m%n
      log4j.logger.org.apache.zookeeper=WARN
      log4j.logger.org.apache.hadoop.metrics2=WARN
      """;

  private static final String CLIENT =
      """
      # Written by clusters/local
      log4j.rootLogger=WARN, stderr
      log4j.appender.stderr=org.apache.log4j.ConsoleAppender
      log4j.appender.stderr.Target=System.err
      log4j.appender.stderr.layout=org.apache.log4j.PatternLayout
      log4j.appender.stderr.layout.ConversionPattern=%d{ISO8601} %-5p %c{2}: %m%n
      # They tell of every attempt to reach a cloud that is down; the exception says it once.
      log4j.logger.org.apache.hadoop.hbase.client.ConnectionImplementation=ERROR
      log4j.logger.org.apache.hadoop.hbase.client.ZKConnectionRegistry=ERROR
      log4j.logger.org.apache.zookeeper=ERROR
      log4j.logger.org.apache.hadoop.hbase.zookeeper=ERROR
      log4j.logger.org.apache.hadoop.util.NativeCodeLoader=ERROR
      """;

  private LoggingConfiguration() {}

  /** Everything useful into one rolling file, nothing to standard output. */
  static void writeServer(Path confFolder) {
    OwnerOnly.write(confFolder.resolve("log4j.properties"), SERVER);
  }

  /** Warnings to standard error. */
  public static void writeClient(Path confFolder) {
    OwnerOnly.write(confFolder.resolve("log4j.properties"), CLIENT);
  }
}
