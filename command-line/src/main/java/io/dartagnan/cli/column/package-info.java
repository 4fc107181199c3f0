/** Columns that a table's schema declares, and how their values are written and read as text. */
package io.dartagnan.cli.column;
