/**
 * Writes: splitting them for the three clouds, sending them, mending what a cloud refuses, taking
 * back what did not reach all three, and writes to a row that depend on what it holds.
 */
package io.dartagnan.client.write;
