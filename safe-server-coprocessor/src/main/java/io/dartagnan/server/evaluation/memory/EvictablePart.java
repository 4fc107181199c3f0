package io.dartagnan.server.evaluation.memory;

/**
 * Part of the budget that evaluations may have back at any time. It has a bound of its own, and
 * grows only into what nobody else has taken. Safe for use by several threads.
 */
public final class EvictablePart {
  private final MemoryBudget budget;
  private final long most;
  private final Evictor evictor;
  private long held;

  EvictablePart(MemoryBudget budget, long most, Evictor evictor) {
    this.budget = budget;
    this.most = most;
    this.evictor = evictor;
  }

  /**
   * Takes more, if there is room: under this part's own bound, under the budget's, and while no
   * evaluation waits for memory. Does not wait, and evicts nothing: the owner drops something of
   * its own, or does without.
   *
   * @param bytes 0 or more
   * @return whether they were taken
   */
  public boolean tryGrow(long bytes) {
    return budget.tryGrow(this, bytes);
  }

  /**
   * Whether this part could hold so many bytes now if it dropped everything else that it holds.
   *
   * @param bytes 0 or more
   */
  public boolean canHold(long bytes) {
    return budget.canHold(this, bytes);
  }

  /**
   * Gives back.
   *
   * @param bytes 0 or more
   * @throws IllegalArgumentException if it is more than this part holds
   */
  public void shrink(long bytes) {
    budget.shrink(this, bytes);
  }

  /** Bytes taken now. */
  public long held() {
    return budget.held(this);
  }

  /** Most bytes that this part may hold. */
  public long most() {
    return most;
  }

  Evictor evictor() {
    return evictor;
  }

  // Under the budget's lock.

  long bytes() {
    return held;
  }

  void add(long bytes) {
    held += bytes;
  }
}
