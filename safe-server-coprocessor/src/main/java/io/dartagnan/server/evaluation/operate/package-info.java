/** The work on an agreed batch: choosing the rows that match, or aggregating over them. */
package io.dartagnan.server.evaluation.operate;
