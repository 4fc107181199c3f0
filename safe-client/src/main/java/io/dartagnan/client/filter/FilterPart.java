package io.dartagnan.client.filter;

/**
 * A filter within a tree of filters, and the place that judges it.
 *
 * @param filter its class, column and operator; never an operand
 * @param place the place that decides on rows; whatever it is, HBase's own class judges the rows
 *     that come to the client once more
 * @param reason why the clouds do not decide; empty if they do
 */
public record FilterPart(String filter, Place place, String reason) {

  /** A part that is judged before rows come to the client. */
  public static FilterPart at(Place place, String filter) {
    return new FilterPart(filter, place, "");
  }

  /** A part that the client judges. */
  public static FilterPart local(String filter, String reason) {
    return new FilterPart(filter, Place.CLIENT, reason);
  }

  /** The same part judged at the client; one that is already keeps its own reason. */
  public FilterPart madeLocal(String because) {
    return place == Place.CLIENT ? this : local(filter, because);
  }

  /** True if the client judges it. */
  public boolean isLocal() {
    return place == Place.CLIENT;
  }

  /** The filter, and the reason if there is one. */
  @Override
  public String toString() {
    return reason.isEmpty() ? filter : filter + " (" + reason + ")";
  }
}
