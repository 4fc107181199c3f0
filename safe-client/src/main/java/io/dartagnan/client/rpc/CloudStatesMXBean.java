package io.dartagnan.client.rpc;

/** Numbers of one connection for its operators, in JMX as {@code io.dartagnan:type=Client,id=N}. */
public interface CloudStatesMXBean {

  /** Number of the cloud that reads do without at present; -1 if none. */
  int getLostCloud();

  /** Gets, batches of gets, and scans that went on without cloud 0, since the connection opened. */
  long getReadsWithoutCloud0();

  /** The same without cloud 1. */
  long getReadsWithoutCloud1();

  /** The same without cloud 2. */
  long getReadsWithoutCloud2();

  /**
   * Tables whose descriptors were not alike on the clouds when the connection last read them: until
   * they are, it refuses to use them.
   */
  int getTablesThatDiffer();
}
