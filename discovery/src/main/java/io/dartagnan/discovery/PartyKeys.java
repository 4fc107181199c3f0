package io.dartagnan.discovery;

import java.security.PublicKey;
import java.util.Collection;

/**
 * Pinned public keys of each party, as they are now. Asked for every record that is read, so that a
 * change of certificates takes effect at once. Safe for use by several threads.
 */
@FunctionalInterface
public interface PartyKeys {

  /**
   * The keys whose signature makes a record this party's; more than one while a certificate is
   * being replaced.
   *
   * @param party 0, 1 or 2
   * @return EC, RSA or Ed25519 keys; empty if nothing of that party is to be believed
   */
  Collection<PublicKey> of(int party);
}
