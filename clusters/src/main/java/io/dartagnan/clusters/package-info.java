/**
 * Brings the whole system up on one machine: Redis and three independent HBase clusters, each a
 * process of its own, with a plain fourth HBase to compare with and HBase's gateways when asked.
 *
 * <p>Nothing stays resident: each command of {@link io.dartagnan.clusters.command} opens a {@link
 * io.dartagnan.clusters.process.StateFolder}, reads the {@link
 * io.dartagnan.clusters.deployment.Deployment} that {@code up} recorded there, and acts on the
 * {@link io.dartagnan.clusters.process.ServerProcess}es that it describes, which it finds again by
 * their pid files. Data, logs, certificates, ports and pids live below the state folder and nowhere
 * else.
 *
 * <p>The packages, each of which uses only those before it: {@code terminal}, {@code files}, {@code
 * process}, {@code deployment}, {@code redis} and {@code certs}, {@code hbase}, {@code machine} and
 * {@code containers}, which brings the same up as containers, {@code command}. {@code bench} is a
 * program of its own that uses none of them.
 */
package io.dartagnan.clusters;
