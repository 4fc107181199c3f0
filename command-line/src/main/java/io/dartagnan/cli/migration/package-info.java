/**
 * Import of a table of a plain HBase: a first reading for the schema, the copy, and the comparison
 * of every value with its source.
 */
package io.dartagnan.cli.migration;
