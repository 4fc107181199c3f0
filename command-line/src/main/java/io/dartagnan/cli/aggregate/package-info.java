/** Counts, sums, means and extremes that no cloud learns. */
package io.dartagnan.cli.aggregate;
