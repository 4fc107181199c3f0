/**
 * Rows as arrays: blocks of a range's keys and of the shares of its columns, in the form that
 * protocols take.
 */
package io.dartagnan.server.evaluation.block;
