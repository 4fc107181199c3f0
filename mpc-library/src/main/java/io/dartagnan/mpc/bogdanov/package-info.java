/**
 * The protocols of Bogdanov, Niitsoo, Toft and Willemson, "High-performance secure multi-party
 * computation for data mining applications", IJIS 11(6), 2012, on batches and bit planes.
 *
 * <p>Functionality, adversary and structure are the paper's. Two things differ, and each class says
 * where: resharing draws its masks from pairwise streams instead of sending them (which makes every
 * argument rest on AES and HMAC-SHA256 being pseudorandom), and comparison works on the full range
 * of the ring by counting carries instead of requiring a difference that does not wrap.
 */
package io.dartagnan.mpc.bogdanov;
