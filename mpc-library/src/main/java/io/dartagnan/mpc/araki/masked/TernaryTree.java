package io.dartagnan.mpc.araki.masked;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/**
 * The plan of {@link MaskedVerdicts}: a tree over digits in which a node puts three neighbours
 * together, or the two or one that are left over at the end.
 *
 * <p>Each digit, and each node, has an agreement e, and where an order is asked for a verdict v.
 * The agreement of what holds the last digit says nothing of an order and is left out.
 */
final class TernaryTree {
  private static final int CHILDREN = 3;

  private final List<Layer> layers = new ArrayList<>();

  /**
   * A node.
   *
   * @param first the first digit of those that it puts together
   * @param children how many these are, 1 to 3; of one nothing is computed
   * @param verdict whether v is computed
   * @param agreement whether e is computed
   */
  record Node(int first, int children, boolean verdict, boolean agreement) {

    /** Planes that come out of its gates. */
    int results() {
      return children == 1 ? 0 : count(verdict) + count(agreement);
    }

    /** Planes of products of masks that its gates need. */
    int products() {
      return switch (children) {
        case 1 -> 0;
        case 2 -> count(verdict) + count(agreement);
        // That of the first two agreements serves both.
        default -> 1 + 3 * (count(verdict) + count(agreement));
      };
    }

    private static int count(boolean asked) {
      return asked ? 1 : 0;
    }
  }

  /**
   * A layer: the nodes that take one round.
   *
   * @param digits how many go in
   */
  record Layer(int digits, boolean order, List<Node> nodes) {

    /** Visits the nodes of two digits and those of three, in order. */
    void forEachGate(Consumer<Node> ofTwo, Consumer<Node> ofThree) {
      for (Node node : nodes) {
        if (node.children == 2) {
          ofTwo.accept(node);
        } else if (node.children == 3) {
          ofThree.accept(node);
        }
      }
    }

    /** Planes that come out of gates. */
    int results() {
      return nodes.stream().mapToInt(Node::results).sum();
    }

    /** Planes of products of masks. */
    int products() {
      return nodes.stream().mapToInt(Node::products).sum();
    }

    /** The plane of a digit's e among those that go in. */
    int agreement(int digit) {
      return order ? digits + digit : digit;
    }

    /**
     * The planes that go into the layer after this one.
     *
     * @param before those that went into this one
     * @param results what came out of its gates, node after node, v before e
     */
    long[] next(int width, long[] before, long[] results) {
      long[] next = new long[TernaryTree.planes(nodes.size(), order) * width];
      int from = 0;
      for (int i = 0; i < nodes.size(); i++) {
        Node node = nodes.get(i);
        int e = (order ? nodes.size() + i : i) * width;
        if (node.children == 1) {
          if (node.verdict) {
            System.arraycopy(before, node.first * width, next, i * width, width);
          }
          if (node.agreement) {
            System.arraycopy(before, agreement(node.first) * width, next, e, width);
          }
          continue;
        }
        if (node.verdict) {
          System.arraycopy(results, from, next, i * width, width);
          from += width;
        }
        if (node.agreement) {
          System.arraycopy(results, from, next, e, width);
          from += width;
        }
      }
      return next;
    }
  }

  /**
   * The tree over so many digits.
   *
   * @param digits 2 or more
   * @param order whether v is asked for, not e alone
   */
  TernaryTree(int digits, boolean order) {
    for (int left = digits; left > 1; left = (left + CHILDREN - 1) / CHILDREN) {
      List<Node> nodes = new ArrayList<>();
      for (int first = 0; first < left; first += CHILDREN) {
        boolean last = first + CHILDREN >= left;
        nodes.add(new Node(first, Math.min(CHILDREN, left - first), order, !order || !last));
      }
      layers.add(new Layer(left, order, nodes));
    }
  }

  /** Planes of so many digits: v of each and behind them e of all but the last; or e of each. */
  static int planes(int digits, boolean order) {
    return order ? 2 * digits - 1 : digits;
  }

  /** The layers, from the digits to the root: ceil(log3 g). */
  List<Layer> layers() {
    return Collections.unmodifiableList(layers);
  }

  /** The last layer, which is one node. */
  Layer root() {
    return layers.get(layers.size() - 1);
  }
}
