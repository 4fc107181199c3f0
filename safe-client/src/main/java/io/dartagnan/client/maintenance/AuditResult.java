package io.dartagnan.client.maintenance;

/**
 * The sum of an audit of one table.
 *
 * @param rows how many were compared
 * @param differing how many of them the clouds do not have alike, those in the next number included
 * @param notLookedAt how many of those were not looked at cell by cell, since there are so many
 * @param busy how many were written while they were looked at, again and again: what they are is
 *     not known
 */
public record AuditResult(long rows, long differing, long notLookedAt, long busy) {

  /** Whether nothing was found. */
  public boolean isConsistent() {
    return differing == 0;
  }
}
