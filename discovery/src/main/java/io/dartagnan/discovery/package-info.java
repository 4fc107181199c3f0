/**
 * Who serves what: which address a party's RegionServer can be reached at, with a lease.
 *
 * <p>{@link io.dartagnan.discovery.Discovery} is the port; {@link
 * io.dartagnan.discovery.RedisDiscovery} keeps the records in Redis. Another implementation extends
 * {@code DiscoveryContractTest}, which states what callers rely on.
 *
 * <p><b>Security guarantees.</b> Records hold addresses and nothing secret. In this version they
 * are not signed: whoever can write to Redis can forge or remove one. The mesh pins its peers'
 * certificates, so a forged record makes a connection fail and cannot redirect a share.
 */
package io.dartagnan.discovery;
