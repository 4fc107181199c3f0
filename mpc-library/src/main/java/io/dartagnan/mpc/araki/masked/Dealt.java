package io.dartagnan.mpc.araki.masked;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.session.Context;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Tables and products that party 0 deals for a batch of {@link MaskedVerdicts}, shared by xor
 * between parties 1 and 2: party 1 draws its part with party 0, and party 2 is sent the rest.
 *
 * @param tables {@link MaskedDigits}' tables
 * @param products products of masks ({@link VerdictDealer}) of all layers, one after another
 */
record Dealt(long[] tables, long[] products) {

  /**
   * Sends what is dealt for some batches to party 2, under streams of parties 0 and 1, in one
   * message, or in two where one does not take it.
   *
   * @param batches in the clear; masked afterwards
   */
  static void send(Context context, List<Dealt> batches) {
    List<long[]> tables = new ArrayList<>();
    List<long[]> products = new ArrayList<>();
    for (int i = 0; i < batches.size(); i++) {
      Dealt dealt = batches.get(i);
      Context batch = context.narrow("batch" + i);
      batch.narrow("tables").maskWithNext(dealt.tables);
      batch.narrow("products").maskWithNext(dealt.products);
      tables.add(dealt.tables);
      products.add(dealt.products);
    }
    if (isOneMessage(lengths(tables), lengths(products))) {
      List<long[]> all = new ArrayList<>(tables);
      all.addAll(products);
      context.narrow("dealt").send(Party.P2, all.toArray(long[][]::new));
    } else {
      context.narrow("tables").send(Party.P2, tables.toArray(long[][]::new));
      context.narrow("products").send(Party.P2, products.toArray(long[][]::new));
    }
  }

  /** This party's part of what is dealt for batches of these sizes, at party 1 or 2. */
  static List<Dealt> take(Context context, List<MaskedDigits.Size> sizes) {
    List<Dealt> batches = new ArrayList<>();
    if (context.self() == Party.P1) {
      for (int i = 0; i < sizes.size(); i++) {
        Context batch = context.narrow("batch" + i);
        batches.add(
            new Dealt(
                batch.narrow("tables").randomWithPrev(sizes.get(i).tableWords()),
                batch.narrow("products").randomWithPrev(sizes.get(i).productWords())));
      }
      return batches;
    }
    List<Integer> tables = sizes.stream().map(MaskedDigits.Size::tableWords).toList();
    List<Integer> products = sizes.stream().map(MaskedDigits.Size::productWords).toList();
    List<long[]> parts = new ArrayList<>();
    if (isOneMessage(tables, products)) {
      List<Integer> all = new ArrayList<>(tables);
      all.addAll(products);
      parts.addAll(receive(context.narrow("dealt"), all));
    } else {
      parts.addAll(receive(context.narrow("tables"), tables));
      parts.addAll(receive(context.narrow("products"), products));
    }
    for (int i = 0; i < sizes.size(); i++) {
      batches.add(new Dealt(parts.get(i), parts.get(sizes.size() + i)));
    }
    return batches;
  }

  private static List<Integer> lengths(List<long[]> parts) {
    return parts.stream().map(part -> part.length).toList();
  }

  private static boolean isOneMessage(List<Integer> tables, List<Integer> products) {
    return (long) Long.BYTES * (sum(tables) + sum(products)) <= Exchange.MAX_PAYLOAD_BYTES;
  }

  private static int sum(List<Integer> lengths) {
    return lengths.stream().mapToInt(length -> length).sum();
  }

  private static List<long[]> receive(Context step, List<Integer> lengths) {
    long[] words = step.receive(Party.P0, sum(lengths));
    List<long[]> parts = new ArrayList<>();
    int at = 0;
    for (int length : lengths) {
      parts.add(Arrays.copyOfRange(words, at, at + length));
      at += length;
    }
    return parts;
  }

  @Override
  public String toString() {
    return "tables of %d words, products of %d".formatted(tables.length, products.length);
  }
}
