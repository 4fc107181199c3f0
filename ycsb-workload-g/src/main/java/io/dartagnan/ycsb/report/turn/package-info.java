/** The process that measures: it loads tables and runs points in turns of the systems. */
package io.dartagnan.ycsb.report.turn;
