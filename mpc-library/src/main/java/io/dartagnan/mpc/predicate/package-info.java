/** What a filter asks of a column, independent of how the column is shared. */
package io.dartagnan.mpc.predicate;
