package io.dartagnan.mpc.replicated;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/**
 * The plan of {@link FirstDifference}: the runs of digits that it puts together, round by round,
 * with as few gates as so many rounds allow.
 *
 * <p>A node that is ready after round t puts its children c_1 to c_m together, most significant
 * first:
 *
 * <pre>
 *   P_j = e_1 AND ... AND e_j       in round t - m + j, one gate each
 *   v   = v_1 xor P_1 AND (v_1 xor v_2) xor ... xor P_(m-1) AND (v_(m-1) xor v_m)      in round t
 * </pre>
 *
 * The sum is one gate, and P_m is the node's e. So child j has until the round before P_j's, and a
 * node has at most t + 1 children, if it may have so many: two digits, and behind them nodes that
 * are ready after 1, 2, ..., t - 1. A tree of R rounds has at most 2^R digits, and n digits take n
 * - 1 gates and one for each node, but for the nodes that hold the last digit, whose e nobody
 * needs. These are therefore there in any case; of the others as few are made as reach n digits,
 * the late ones first, since these have the most children.
 */
final class DigitTree {

  /**
   * e of the run up to digit {@code to} becomes the AND with that of the run up to {@code from}.
   */
  record Product(int from, int to) {}

  /**
   * v of the run from digit {@code firsts[0]} on becomes that of the runs from each of {@code
   * firsts} to each of {@code lasts}.
   */
  record Choice(int[] firsts, int[] lasts) {}

  /** The gates of one round, of one plane each. */
  record Round(List<Product> products, List<Choice> choices) {
    int gates() {
      return products.size() + choices.size();
    }
  }

  private static final class Node {
    final int ready;
    final boolean last;
    final Node[] children;

    Node(int ready, boolean last, int children) {
      this.ready = ready;
      this.last = last;
      this.children = new Node[children];
    }
  }

  /** A child that may be a node. */
  private record Place(Node parent, int child) {}

  private final List<Round> rounds;

  private DigitTree(int rounds) {
    this.rounds = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      this.rounds.add(new Round(new ArrayList<>(), new ArrayList<>()));
    }
  }

  /** The fewest rounds for so many digits: ceil(log2 n). */
  static int fewestRounds(int digits) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(digits - 1);
  }

  /**
   * The tree of so many digits.
   *
   * @param digits 2 or more
   * @param rounds the fewest or more; more than {@code digits - 1} are not used
   * @param most children of a node, 2 or more
   */
  static DigitTree of(int digits, int rounds, int most) {
    if (digits < 2 || rounds < fewestRounds(digits)) {
      throw new IllegalArgumentException(
          "%d digits in %d rounds were asked for, 2 digits and %d rounds are the least"
              .formatted(digits, rounds, fewestRounds(Math.max(2, digits))));
    }
    DigitTree tree = new DigitTree(Math.min(rounds, digits - 1));
    tree.lay(shape(digits, tree.rounds.size(), most), 0);
    return tree;
  }

  /** The gates, round by round. */
  List<Round> rounds() {
    return Collections.unmodifiableList(rounds);
  }

  private static Node shape(int digits, int rounds, int most) {
    // A node with m children in the place of a digit adds m - 1 digits.
    int missing = digits - 1;
    List<Deque<Place>> places = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      places.add(new ArrayDeque<>());
    }
    Node root = null;
    Node parent = null;
    for (int ready = rounds; ready >= 1; ready--) {
      int added = Math.min(Math.min(ready, most - 1), missing - (ready - 1));
      Node node = new Node(ready, true, added + 1);
      missing -= added;
      addPlaces(node, added - 1, places);
      if (parent == null) {
        root = node;
      } else {
        parent.children[parent.children.length - 1] = node;
      }
      parent = node;
    }
    for (int ready = rounds - 1; ready >= 1; ready--) {
      // A node's places are all earlier than its own.
      for (Place place : places.get(ready)) {
        if (missing > 0) {
          int added = Math.min(Math.min(ready, most - 1), missing);
          Node node = new Node(ready, false, added + 1);
          missing -= added;
          addPlaces(node, added, places);
          place.parent.children[place.child] = node;
        }
      }
    }
    return root;
  }

  /** The children up to {@code last}, by the round after which they have to be ready. */
  private static void addPlaces(Node node, int last, List<Deque<Place>> places) {
    for (int child = 0; child <= last; child++) {
      int ready = node.ready - node.children.length + Math.max(1, child);
      if (ready > 0) {
        places.get(ready).add(new Place(node, child));
      }
    }
  }

  /** Lays a node over the digits from {@code first} on; returns the first digit behind it. */
  private int lay(Node node, int first) {
    int children = node.children.length;
    int[] firsts = new int[children];
    int[] lasts = new int[children];
    int at = first;
    for (int i = 0; i < children; i++) {
      firsts[i] = at;
      at = node.children[i] == null ? at + 1 : lay(node.children[i], at);
      lasts[i] = at - 1;
    }
    for (int i = 1; i < (node.last ? children - 1 : children); i++) {
      // Child i is the paper's c_(i+1), and rounds count from 0.
      rounds.get(node.ready - children + i).products.add(new Product(lasts[i - 1], lasts[i]));
    }
    rounds.get(node.ready - 1).choices.add(new Choice(firsts, lasts));
    return at;
  }
}
