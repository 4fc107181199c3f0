/** A batch of rows that the three parties have agreed on, whatever strategy it came by. */
package io.dartagnan.server.evaluation.batch;
