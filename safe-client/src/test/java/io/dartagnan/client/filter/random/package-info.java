/**
 * Random tables, scans and filters over every filter and comparator class of hbase-client, each
 * made from a seed, for tests that compare answers with plain HBase. Needs hbase-client and nothing
 * else.
 *
 * <p>{@link io.dartagnan.client.filter.random.RandomTable} comes first; {@link
 * io.dartagnan.client.filter.random.RandomQuery} is a scan with a filter over it, {@link
 * io.dartagnan.client.filter.random.Shrinker} makes one that fails smaller, and {@link
 * io.dartagnan.client.filter.random.LayoutDependence} names the queries whose answer in HBase
 * depends on more than a table's contents.
 */
package io.dartagnan.client.filter.random;
