/**
 * The cloud's part of exact writes: guards that let only shares into protected columns and give the
 * writes of a row the same order on all three clouds, and flushes and compactions that drop no
 * version that a reader may still need.
 *
 * <p>{@link io.dartagnan.server.write.WriteObserver} is where HBase enters; stripes, settlements
 * and the count of versions know nothing of regions.
 */
package io.dartagnan.server.write;
