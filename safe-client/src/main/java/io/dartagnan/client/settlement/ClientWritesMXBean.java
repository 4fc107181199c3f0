package io.dartagnan.client.settlement;

/**
 * Numbers of one connection's writes for its operators, in JMX as {@code
 * io.dartagnan:type=ClientWrites,id=N}. They count from when it was opened; puts that are joined
 * are one write.
 */
public interface ClientWritesMXBean {

  /** Writes that failed and may have been done: a cloud did not say whether it has them. */
  long getWritesInDoubt();

  /** Writes that failed, and of which nothing is left on any cloud. */
  long getWritesRolledBack();

  /** Writes of which something may be left on some clouds, those in doubt among them. */
  long getTornWrites();

  /** Calls that failed since no thread of the connection got free in time. */
  long getPoolFull();

  /** Milliseconds by which the process' stamps are ahead of its machine's clock, at present. */
  long getClockCorrectionMs();

  /** Milliseconds for which the process' earliest write has been under way; 0 if none is. */
  long getOldestUnsettledMillis();
}
