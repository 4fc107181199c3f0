/** Agreement of the three parties on the rows, and on the version of each column, of a batch. */
package io.dartagnan.server.evaluation.align;
