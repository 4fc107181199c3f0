/**
 * Memory of one RegionServer that filters and their caches may take, as one budget. Bytes here are
 * estimates of those who take them; nothing is allocated.
 */
package io.dartagnan.server.evaluation.memory;
