/**
 * Blocks of a region's rows: read from the region, and kept in memory beside it (share columns)
 * within the RegionServer's budget.
 */
package io.dartagnan.server.region.column;
