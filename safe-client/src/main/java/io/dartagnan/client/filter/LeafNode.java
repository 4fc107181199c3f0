package io.dartagnan.client.filter;

import io.dartagnan.client.filter.FilterPlan.Part;
import io.dartagnan.client.filter.FilterPlan.Place;
import io.dartagnan.client.filter.KeyFilters.KeyFilter;
import io.dartagnan.query.QueryColumn;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.filter.Filter;

/**
 * A filter that holds no other. Unless a subclass knows more, each cloud runs it if it looks at
 * keys and names alone, and the client judges it otherwise.
 */
class LeafNode extends FilterNode {
  private final String text;
  private final Optional<KeyFilter> onKeys;
  private final Hiding hiding;
  private final String reason;
  private final Set<Trait> traits;

  /**
   * A leaf.
   *
   * @param text class, column and operator; never an operand
   * @param onKeys the filter, if each cloud can run it
   * @param hiding the cells of any column that it hides, in rows that it lets pass
   * @param reason why the client judges it where the clouds do not
   */
  LeafNode(String text, Optional<KeyFilter> onKeys, Hiding hiding, String reason, Trait... traits) {
    this.text = text;
    this.onKeys = onKeys;
    this.hiding = hiding;
    this.reason = reason;
    this.traits = Set.of(traits);
  }

  /** A filter whose answer to a row depends on the rows before it, or may do so. */
  static LeafNode withRowState(Filter filter, String reason) {
    return withRowState(filter, reason, List.of());
  }

  /**
   * A filter whose answer to a row depends on the rows before it.
   *
   * @param inner the filters in it
   */
  static LeafNode withRowState(Filter filter, String reason, List<Part> inner) {
    return new LeafNode(Part.nameOf(filter), Optional.empty(), Hiding.NOTHING, reason) {
      @Override
      List<Part> localParts(String because) {
        return Stream.concat(super.localParts(reason).stream(), inner.stream()).toList();
      }

      @Override
      Optional<String> rowState() {
        return Optional.of(reason);
      }
    };
  }

  @Override
  boolean is(Trait trait) {
    return traits.contains(trait);
  }

  @Override
  Verdict verdict(View view) {
    boolean onClouds = onKeys.filter(view.onKeys()::allows).isPresent();
    return Verdict.unknown(onClouds ? partsAt(Place.CLOUDS_ON_KEYS) : localParts(reason));
  }

  @Override
  List<Part> localParts(String because) {
    return List.of(Part.local(text, because));
  }

  final List<Part> partsAt(Place place) {
    return List.of(Part.at(place, text));
  }

  @Override
  Hiding hiding(QueryColumn column) {
    return hiding;
  }

  @Override
  final Optional<KeyFilter> onKeys() {
    return onKeys;
  }
}
