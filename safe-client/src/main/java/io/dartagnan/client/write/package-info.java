/**
 * Writes: splitting them for the three clouds, sending them, and taking back what did not reach all
 * three.
 */
package io.dartagnan.client.write;
