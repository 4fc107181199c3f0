/**
 * Discovery of the parties' RegionServers: the addresses at which they can be reached, signed by
 * their parties.
 *
 * <p>{@link io.dartagnan.discovery.Discovery} is the port. {@link
 * io.dartagnan.discovery.RedisDiscovery} keeps the records in Redis, with a lease; {@link
 * io.dartagnan.discovery.StaticDiscovery} takes a list. Another implementation extends {@code
 * DiscoveryContractTest}, which states what callers rely on, or {@code LeasedDiscoveryContractTest}
 * if its records end with their owners.
 *
 * <p><b>Security guarantees.</b> Records hold addresses and nothing secret. Redis, and the network
 * to it, are not trusted: a record counts only with a signature by a key that is pinned for its
 * party, within its time, and if no newer one was seen. {@link
 * io.dartagnan.discovery.RejectedRecordException.Reason} lists what is rejected. What is left to a
 * hostile Redis is to withhold.
 */
package io.dartagnan.discovery;
