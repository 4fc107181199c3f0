/** How a column's values become ring elements, so that their order is the order of the bytes. */
package io.dartagnan.mpc.encoding;
