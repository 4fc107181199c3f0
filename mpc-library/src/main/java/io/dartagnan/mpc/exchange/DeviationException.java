package io.dartagnan.mpc.exchange;

import io.dartagnan.mpc.Party;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A party has not followed the protocol, and nothing is opened. Asking again would give it another
 * try: a batch that ends so is never evaluated again.
 *
 * <p>One of the suspects deviated. To a third party this is one party's word, since a party that
 * deviates may also accuse others.
 */
public class DeviationException extends ProtocolException {
  private static final long serialVersionUID = 1L;

  private final List<Party> suspects;

  /**
   * A deviation.
   *
   * @param suspects the parties of which one has deviated, 1 or 2
   * @param what is not as it should be; no share, mask or key
   */
  public DeviationException(List<Party> suspects, String what) {
    super(
        suspects.size() == 1 ? suspects.get(0) : null,
        suspects.size() == 1
            ? "deviated from the protocol: " + what
            : suspects.stream().map(Party::toString).collect(Collectors.joining(" or "))
                + " deviated from the protocol: "
                + what);
    this.suspects = List.copyOf(suspects);
  }

  /** The parties of which one has deviated. */
  public List<Party> suspects() {
    return suspects;
  }
}
