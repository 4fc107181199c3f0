/** The rows that an evaluation works on, wherever they are stored. */
package io.dartagnan.server.evaluation.row;
