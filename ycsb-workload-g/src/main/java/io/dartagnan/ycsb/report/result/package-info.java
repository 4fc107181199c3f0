/** Results of a report's points: their file, their machine, and what several of them say. */
package io.dartagnan.ycsb.report.result;
