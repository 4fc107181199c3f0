/**
 * Reads: what the clouds are asked for, and rows put together from versions that are complete on
 * all three, or that two of them hold while the third is down.
 */
package io.dartagnan.client.read;
