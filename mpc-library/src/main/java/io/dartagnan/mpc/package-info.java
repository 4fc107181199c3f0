/**
 * Secure three-party computation over batches: what a cloud may do with shares. JDK only; no I/O
 * and no HBase.
 *
 * <p>Threat model of everything in here: three parties, at most one corrupted, semi-honest.
 */
package io.dartagnan.mpc;
