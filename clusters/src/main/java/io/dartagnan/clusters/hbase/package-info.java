/** HBase clusters as processes: their settings, their start and end, and whether they answer. */
package io.dartagnan.clusters.hbase;
