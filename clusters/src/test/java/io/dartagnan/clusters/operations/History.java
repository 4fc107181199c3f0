package io.dartagnan.clusters.operations;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A table's shape and the steps that are done to it.
 *
 * @param seed what both were made from
 */
public record History(long seed, TableShape shape, List<Step> steps) {
  /** Steps that mostly write, so that the others find something. */
  private static final int FIRST = 25;

  private static final int PER_CENT = 100;

  /** A random history; those of even seeds change the table. */
  public static History of(long seed, int length) {
    Random random = new Random(seed);
    // Not a draw: what Random draws first is mostly alike for seeds that follow each other.
    TableShape shape = new TableShape(random, seed % 2 == 0);
    Draw draw = new Draw(random, shape);
    RandomReads reads = new RandomReads(draw, shape.pool());
    RandomChanges changes = new RandomChanges(draw);
    RandomWrites writes = new RandomWrites(draw, reads, changes);
    RandomAtomics atomics = new RandomAtomics(draw, writes);
    List<Step> steps = new ArrayList<>();
    for (int index = 0; index < length; index++) {
      int kind = random.nextInt(PER_CENT);
      if (index < FIRST && !draw.oneIn(5)) {
        kind = 0;
      }
      steps.add(
          shape.isChanging() && draw.oneIn(25)
              ? changes.next(index)
              : step(kind, index, writes, reads, atomics, draw));
    }
    return new History(seed, shape, List.copyOf(steps));
  }

  private static Step step(
      int kind,
      int index,
      RandomWrites writes,
      RandomReads reads,
      RandomAtomics atomics,
      Draw draw) {
    if (kind < 20) {
      return writes.put(index);
    } else if (kind < 32) {
      return writes.delete(index);
    } else if (kind < 39) {
      return writes.batch(index);
    } else if (kind < 44) {
      return writes.buffered(index);
    } else if (kind < 48) {
      return atomics.next(index);
    } else if (kind < 66) {
      return reads.get(index);
    } else if (kind < 72) {
      return reads.exists(index);
    } else if (kind < 89) {
      return reads.scan(index);
    } else if (kind < 97) {
      return reads.filtered();
    }
    return draw.any(List.of(Upkeep.FLUSH, Upkeep.FLUSH, Upkeep.COMPACT, Upkeep.MAJOR_COMPACT));
  }

  /** The same table with other steps. */
  History with(List<Step> others) {
    return new History(seed, shape, List.copyOf(others));
  }
}
