package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.Party;

/**
 * The nodes of {@link MaskedVerdicts} at party 1 or 2: from masked bits, which both have, and this
 * party's xor shares of their masks and of {@link MaskProducts}, its xor shares of the nodes' bits.
 * Local.
 *
 * <p>Each bit is m xor l. Multiplied out, each product of bits is a sum of products of masked bits,
 * which are public to the two, each with one product of masks, of which they have shares; party 1
 * alone adds the product that has no mask.
 */
final class MaskedNodes {
  private final TernaryTree.Layer layer;
  private final int width;
  private final long[] m;
  private final long[] l;
  private final long[] products;
  private final long[] z;
  private final long first;
  private int from;
  private int to;

  private MaskedNodes(
      Party self,
      TernaryTree.Layer layer,
      MaskedPlanes digits,
      long[] products,
      int from,
      long[] z) {
    this.layer = layer;
    this.width = digits.width();
    this.m = digits.masked();
    this.l = digits.mask();
    this.products = products;
    this.z = z;
    this.first = self == Party.P1 ? -1 : 0;
    this.from = from;
  }

  /**
   * Writes shares of what comes out of a layer's gates, node after node, v before e.
   *
   * @param self party 1 or 2
   * @param digits the planes that go in
   * @param products this party's share of the products of masks, the layer's from {@code from} on
   */
  static void write(
      Party self,
      TernaryTree.Layer layer,
      MaskedPlanes digits,
      long[] products,
      int from,
      long[] z) {
    MaskedNodes writer = new MaskedNodes(self, layer, digits, products, from, z);
    layer.forEachGate(writer::two, writer::three);
  }

  private int agreement(int digit) {
    return layer.agreement(digit) * width;
  }

  private void two(TernaryTree.Node node) {
    int e1 = agreement(node.first());
    if (node.verdict()) {
      int v1 = node.first() * width;
      int v2 = v1 + width;
      for (int i = 0; i < width; i++) {
        long m1 = m[e1 + i];
        long ma = m[v1 + i] ^ m[v2 + i];
        long la = l[v1 + i] ^ l[v2 + i];
        z[to + i] =
            l[v1 + i]
                ^ products[from + i]
                ^ m1 & la
                ^ ma & l[e1 + i]
                ^ first & (m[v1 + i] ^ m1 & ma);
      }
      from += width;
      to += width;
    }
    if (node.agreement()) {
      int e2 = agreement(node.first() + 1);
      for (int i = 0; i < width; i++) {
        long m1 = m[e1 + i];
        long m2 = m[e2 + i];
        z[to + i] = products[from + i] ^ m1 & l[e2 + i] ^ m2 & l[e1 + i] ^ first & m1 & m2;
      }
      from += width;
      to += width;
    }
  }

  private void three(TernaryTree.Node node) {
    int e1 = agreement(node.first());
    int e2 = agreement(node.first() + 1);
    int both = from;
    from += width;
    if (node.verdict()) {
      int v1 = node.first() * width;
      int v2 = v1 + width;
      int v3 = v2 + width;
      for (int i = 0; i < width; i++) {
        long m1 = m[e1 + i];
        long m2 = m[e2 + i];
        long ma = m[v1 + i] ^ m[v2 + i];
        long mb = m[v2 + i] ^ m[v3 + i];
        long la = l[v1 + i] ^ l[v2 + i];
        long lb = l[v2 + i] ^ l[v3 + i];
        z[to + i] =
            l[v1 + i]
                ^ products[from + i]
                ^ m1 & (la ^ m2 & lb ^ mb & l[e2 + i] ^ products[from + 2 * width + i])
                ^ l[e1 + i] & (ma ^ m2 & mb)
                ^ m2 & products[from + width + i]
                ^ mb & products[both + i]
                ^ first & (m[v1 + i] ^ m1 & (ma ^ m2 & mb));
      }
      from += 3 * width;
      to += width;
    }
    if (node.agreement()) {
      int e3 = agreement(node.first() + 2);
      for (int i = 0; i < width; i++) {
        long m1 = m[e1 + i];
        long m2 = m[e2 + i];
        long m3 = m[e3 + i];
        z[to + i] =
            products[from + i]
                ^ m1 & (m2 & l[e3 + i] ^ m3 & l[e2 + i] ^ products[from + 2 * width + i])
                ^ m2 & (m3 & l[e1 + i] ^ products[from + width + i])
                ^ m3 & products[both + i]
                ^ first & m1 & m2 & m3;
      }
      from += 3 * width;
      to += width;
    }
  }
}
