/**
 * An ordinary HBase program, which knows nothing of this project: HBase's API, Commons CSV, and
 * whichever {@code hbase-site.xml} is on its class path.
 *
 * <p>It declares how its columns are protected through values of the table descriptor, which a
 * plain HBase keeps and ignores. What it prints is therefore the same on one plain HBase as on
 * three clouds.
 */
package io.dartagnan.clusters.program;
