package io.dartagnan.mpc.araki;

/**
 * The products of masks that party 0 deals for the nodes of {@link MaskedVerdicts}: what the gates
 * need that parties 1 and 2 cannot compute from masked bits. Local.
 *
 * <p>With the masks l of e_1, e_2, e_3, and la of v_1 xor v_2, lb of v_2 xor v_3, plane after
 * plane:
 *
 * <pre>
 *   three digits     l1 l2
 *     for v          l1 la xor l1 l2 lb      l1 lb      l2 lb
 *     for e          l1 l2 l3                l1 l3      l2 l3
 *   two digits
 *     for v          l1 la
 *     for e          l1 l2
 * </pre>
 */
final class MaskProducts {
  private final TernaryTree.Layer layer;
  private final int width;
  private final long[] masks;
  private final long[] products;
  private int to;

  private MaskProducts(TernaryTree.Layer layer, int width, long[] masks, long[] products, int at) {
    this.layer = layer;
    this.width = width;
    this.masks = masks;
    this.products = products;
    this.to = at;
  }

  /**
   * Writes the products of a layer, node after node.
   *
   * @param masks of the planes that go in
   */
  static void write(TernaryTree.Layer layer, int width, long[] masks, long[] products, int at) {
    MaskProducts writer = new MaskProducts(layer, width, masks, products, at);
    layer.forEachGate(writer::two, writer::three);
  }

  private int agreement(int digit) {
    return layer.agreement(digit) * width;
  }

  private void two(TernaryTree.Node node) {
    int e1 = agreement(node.first());
    if (node.verdict()) {
      int v1 = node.first() * width;
      for (int i = 0; i < width; i++) {
        products[to + i] = masks[e1 + i] & (masks[v1 + i] ^ masks[v1 + width + i]);
      }
      to += width;
    }
    if (node.agreement()) {
      int e2 = agreement(node.first() + 1);
      for (int i = 0; i < width; i++) {
        products[to + i] = masks[e1 + i] & masks[e2 + i];
      }
      to += width;
    }
  }

  private void three(TernaryTree.Node node) {
    int e1 = agreement(node.first());
    int e2 = agreement(node.first() + 1);
    int both = to;
    for (int i = 0; i < width; i++) {
      products[both + i] = masks[e1 + i] & masks[e2 + i];
    }
    to += width;
    if (node.verdict()) {
      int v1 = node.first() * width;
      int v2 = v1 + width;
      int v3 = v2 + width;
      for (int i = 0; i < width; i++) {
        long a = masks[v1 + i] ^ masks[v2 + i];
        long b = masks[v2 + i] ^ masks[v3 + i];
        products[to + i] = masks[e1 + i] & a ^ products[both + i] & b;
        products[to + width + i] = masks[e1 + i] & b;
        products[to + 2 * width + i] = masks[e2 + i] & b;
      }
      to += 3 * width;
    }
    if (node.agreement()) {
      int e3 = agreement(node.first() + 2);
      for (int i = 0; i < width; i++) {
        products[to + i] = products[both + i] & masks[e3 + i];
        products[to + width + i] = masks[e1 + i] & masks[e3 + i];
        products[to + 2 * width + i] = masks[e2 + i] & masks[e3 + i];
      }
      to += 3 * width;
    }
  }
}
