/**
 * HBase's own tests of its client, run on three clouds: their classes are read from hbase-server's
 * test jar and told, while they are loaded, to take {@link
 * io.dartagnan.clusters.hbasetests.CloudsUtility} for HBase's testing utility.
 */
package io.dartagnan.clusters.hbasetests;
