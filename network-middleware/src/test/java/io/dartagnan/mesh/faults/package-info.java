/**
 * Faults of a network, for tests: a {@link io.dartagnan.mesh.faults.Relay} of real sockets stands
 * between a dialler and a server, below TLS, and delays, cuts, alters or ends what passes. Its
 * choices follow from a seed.
 */
package io.dartagnan.mesh.faults;
