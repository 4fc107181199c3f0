package io.dartagnan.client.planner;

import io.dartagnan.client.plan.FilterPart;
import io.dartagnan.client.plan.Place;
import io.dartagnan.client.plan.PredicateDealer;
import io.dartagnan.client.plan.WhereClause;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The largest part of a clause that one query can ask for. */
final class QueryBounds {
  private static final String TOO_LARGE = "the filter is larger than a query may be";

  private QueryBounds() {}

  /** The clause itself, or of a conjunction as many parts as fit, or nothing. */
  static Optional<WhereClause> within(WhereClause where) {
    if (PredicateDealer.fits(where)) {
      return Optional.of(where);
    }
    List<WhereClause> fitting = new ArrayList<>();
    for (WhereClause part : where instanceof WhereClause.And and ? and.parts() : List.of(where)) {
      fitting.add(part);
      if (!PredicateDealer.fits(WhereClause.and(fitting))) {
        fitting.remove(fitting.size() - 1);
      }
    }
    return fitting.isEmpty() ? Optional.empty() : Optional.of(WhereClause.and(fitting));
  }

  /** Parts of a filter of whose clause something had to be left out. */
  static List<FilterPart> mark(List<FilterPart> parts) {
    return parts.stream().map(QueryBounds::mark).toList();
  }

  private static FilterPart mark(FilterPart part) {
    boolean inClause =
        part.place() == Place.CLOUDS_ON_SHARES || part.place() == Place.CLOUDS_IN_THE_CLEAR;
    return inClause ? part.madeLocal(TOO_LARGE) : part;
  }
}
