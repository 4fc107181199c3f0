/** Encoding of a column's values as ring elements, whose order is the order of the bytes. */
package io.dartagnan.mpc.encoding;
