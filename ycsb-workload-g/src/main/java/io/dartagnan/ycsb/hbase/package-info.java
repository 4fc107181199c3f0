/**
 * The benchmark's tables through the HBase API: of one cluster, which may be three clouds behind
 * the Safe Client, or of three plain clusters at once.
 */
package io.dartagnan.ycsb.hbase;
