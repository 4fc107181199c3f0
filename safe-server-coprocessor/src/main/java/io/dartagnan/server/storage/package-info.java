/**
 * How a region's rows and columns are read for queries, and how their answers are paged: rows by
 * scans of the region, columns by blocks that are built once, kept while they fit, and brought up
 * to date with what was written since.
 */
package io.dartagnan.server.storage;
