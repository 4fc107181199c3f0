package io.dartagnan.mesh.tls;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

/**
 * Files with a party's key and the pinned certificates of all three, and the provider that computes
 * TLS with them.
 *
 * @param keystore holds this party's private key and self-signed certificate as {@code party-<i>}
 *     or {@code party-<i>-<anything>}, and no second one
 * @param truststore holds the certificates of all parties, each under its {@code party-<i>} or
 *     {@code party-<i>-<anything>}, one or several of each
 * @param provider the one that computes TLS
 * @param pollInterval time between looks at the two files for changes: 100 ms to 1 day
 */
public record TlsIdentity(
    StoreFile keystore, StoreFile truststore, TlsProvider provider, Duration pollInterval) {
  /** Time between looks at the files unless another is given. */
  public static final Duration DEFAULT_POLL_INTERVAL = Duration.ofSeconds(5);

  private static final Duration SHORTEST_POLL_INTERVAL = Duration.ofMillis(100);
  private static final Duration LONGEST_POLL_INTERVAL = Duration.ofDays(1);

  /**
   * Refuses a missing part; the files are read when the mesh starts.
   *
   * @throws IllegalArgumentException if the interval is out of range
   */
  public TlsIdentity {
    Objects.requireNonNull(keystore, "keystore");
    Objects.requireNonNull(truststore, "truststore");
    Objects.requireNonNull(provider, "provider");
    if (pollInterval.compareTo(SHORTEST_POLL_INTERVAL) < 0
        || pollInterval.compareTo(LONGEST_POLL_INTERVAL) > 0) {
      throw new IllegalArgumentException(
          "poll interval of "
              + pollInterval.toMillis()
              + " ms given for keystore and truststore, 100 ms to 86400000 ms is allowed");
    }
  }

  /** Files of the types that their extensions tell, with the provider that is there. */
  public TlsIdentity(
      Path keystore, char[] keystorePassword, Path truststore, char[] truststorePassword) {
    this(
        StoreFile.of(keystore, keystorePassword),
        StoreFile.of(truststore, truststorePassword),
        TlsProvider.AUTO,
        DEFAULT_POLL_INTERVAL);
  }

  /** This identity with TLS by another provider. */
  public TlsIdentity withProvider(TlsProvider other) {
    return new TlsIdentity(keystore, truststore, other, pollInterval);
  }

  /** This identity with other times between looks. */
  public TlsIdentity withPollInterval(Duration other) {
    return new TlsIdentity(keystore, truststore, provider, other);
  }
}
