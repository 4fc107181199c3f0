/** The plan of a report: figures, the points that they are made of, and the order of measuring. */
package io.dartagnan.ycsb.report.plan;
