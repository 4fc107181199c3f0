/**
 * Reads: what the clouds are asked for, and rows put together from versions that are complete on
 * all three.
 */
package io.dartagnan.client.read;
