/**
 * The drop-in: HBase's {@code Connection} over three clouds.
 *
 * <p>{@link io.dartagnan.client.SafeConnection} is what an application names in its configuration.
 * Behind it, {@code WriteSplitter} turns each write into three, {@code FanOut} asks the clouds in
 * parallel, {@code Reconciliation} puts rows together from versions that are complete on all three,
 * and {@code Refusals}, {@code RefusingTable} and {@code AdminOperation} are the tables of what is
 * not supported, and why.
 */
package io.dartagnan.client;
