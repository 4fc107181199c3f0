/**
 * The ways from stored rows to batches that the three parties have agreed on: row by row, or by
 * blocks and row by row only where the parties differ.
 */
package io.dartagnan.server.evaluation.strategy;
