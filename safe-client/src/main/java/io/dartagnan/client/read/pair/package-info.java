/**
 * Reads that two clouds answer while the third is down: of columns whose values any two clouds
 * hold.
 */
package io.dartagnan.client.read.pair;
