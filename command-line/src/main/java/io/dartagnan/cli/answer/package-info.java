/** Rows that were read, as tables for a reader. */
package io.dartagnan.cli.answer;
