/**
 * Brings the whole system up on one machine: Redis and three independent HBase clusters, each a
 * process of its own, with a plain fourth HBase to compare with when asked.
 *
 * <p>{@link io.dartagnan.clusters.Local} is the command line behind {@code clusters/local}. Each
 * command opens a {@link io.dartagnan.clusters.StateFolder}, reads the {@link
 * io.dartagnan.clusters.Deployment} that {@code up} recorded there, and acts on the {@link
 * io.dartagnan.clusters.ServerProcess}es that it describes. Nothing stays resident: what runs is
 * found again through its pid file.
 *
 * <p>Data, logs, certificates, ports and pids live below the state folder and nowhere else.
 */
package io.dartagnan.clusters;
