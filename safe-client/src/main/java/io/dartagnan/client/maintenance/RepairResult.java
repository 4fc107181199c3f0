package io.dartagnan.client.maintenance;

import io.dartagnan.repair.RepairCounts;

/**
 * The sum of the repair of one table.
 *
 * @param missing whether the cloud had not the table at all
 * @param compared rows that the table has
 * @param counts what was rebuilt, or would be in a dry run; nothing of a dry run on a missing table
 */
public record RepairResult(boolean missing, long compared, RepairCounts counts) {}
