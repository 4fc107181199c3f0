/** CSV files and what their columns hold. */
package io.dartagnan.cli.csv;
