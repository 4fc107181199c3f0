/**
 * Comparison of what the three clouds store of a table, by digests, without a value or a share
 * being read.
 */
package io.dartagnan.client.audit;
