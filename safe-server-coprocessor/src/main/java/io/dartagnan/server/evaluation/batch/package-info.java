/** A batch of rows that the three parties have agreed on, whatever road it came by. */
package io.dartagnan.server.evaluation.batch;
