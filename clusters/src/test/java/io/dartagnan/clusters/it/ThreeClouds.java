package io.dartagnan.clusters.it;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;

/** Three clouds that are up, as tests use them wherever they run. */
public interface ThreeClouds {

  /** The three as one HBase, for an application with settings of its own. */
  Connection safe(Configuration settings) throws IOException;

  /** Connection to one cloud, which shows what that cloud has. */
  default Connection cloud(int party) throws IOException {
    return cloud(party, new Configuration(false));
  }

  /** The same with settings of one's own. */
  Connection cloud(int party, Configuration settings) throws IOException;

  /** A table as one cloud has it, through a connection that all of them share. */
  CloudTable cloud(int party, TableName table) throws IOException;

  /**
   * Starts a program that uses the three clouds as one HBase.
   *
   * @param options of its JVM
   * @return the program, which is told what to do line by line
   */
  ProgramProcess start(List<String> options, Class<?> main, String... arguments) throws IOException;

  /** Starts whatever a test has stopped, and waits until it is up. */
  void restore() throws IOException, InterruptedException;

  /** Folder in which a test may put a file of its own. */
  Path target();
}
