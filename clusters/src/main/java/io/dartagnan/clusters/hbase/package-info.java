/** HBase clusters and gateways as processes: settings, start and end, and whether they answer. */
package io.dartagnan.clusters.hbase;
