/**
 * Operations that read and write a row as one step: what they read, what they decide, and what they
 * answer, as HBase does on one cluster.
 */
package io.dartagnan.client.atomic;
