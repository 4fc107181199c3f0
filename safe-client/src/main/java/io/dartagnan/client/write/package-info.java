/**
 * Writes: splitting them for the three clouds, sending them, mending what a cloud refuses, taking
 * back what did not reach all three, and operations that read and write a row as one step: what
 * they read, what they decide, and what they answer, as HBase does on one cluster. {@link
 * io.dartagnan.client.write.TableWriter} is the way in.
 */
package io.dartagnan.client.write;
