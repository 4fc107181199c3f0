package io.dartagnan.discovery;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The keys of three parties: one of each kind that there is. */
final class Parties implements PartyKeys {
  private final List<KeyPair> own = new ArrayList<>();
  private final Map<Integer, List<PublicKey>> pinned = new ConcurrentHashMap<>();

  Parties() {
    own.add(ellipticCurve());
    own.add(rsa());
    own.add(edwards());
    for (int party = 0; party < 3; party++) {
      pinned.put(party, List.of(own.get(party).getPublic()));
    }
  }

  static KeyPair ellipticCurve() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  static KeyPair rsa() {
    return generate("RSA", 2048);
  }

  static KeyPair edwards() {
    return generate("Ed25519", 255);
  }

  static KeyPair generate(String algorithm, int bits) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
      generator.initialize(bits);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  KeyPair keyOf(int party) {
    return own.get(party);
  }

  /** Changes a party's key; what is pinned stays. */
  void replaceKey(int party, KeyPair fresh) {
    own.set(party, fresh);
  }

  void pin(int party, PublicKey... keys) {
    pinned.put(party, List.of(keys));
  }

  RecordSigner signer(int party) {
    return new RecordSigner(() -> own.get(party).getPrivate());
  }

  @Override
  public Collection<PublicKey> of(int party) {
    return pinned.get(party);
  }

  /** A record as its owner would issue it now, for so many milliseconds. */
  String issue(ServerRecord record, long leaseMs) throws DiscoveryException {
    return issue(record, System.currentTimeMillis(), leaseMs);
  }

  String issue(ServerRecord record, long issuedAt, long leaseMs) throws DiscoveryException {
    return issue(record, issuedAt, leaseMs, signer(record.party()));
  }

  static String issue(ServerRecord record, long issuedAt, long leaseMs, RecordSigner by)
      throws DiscoveryException {
    return RecordFormat.write(
        new RecordFormat.IssuedRecord(record, issuedAt, issuedAt + leaseMs), by);
  }
}
