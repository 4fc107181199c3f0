package io.dartagnan.status;

import io.dartagnan.mpc.Party;

/**
 * A certificate that a RegionServer holds.
 *
 * @param party whose it is, by the server's truststore
 * @param own whether it is the one that this server shows
 * @param subject name in it
 * @param issuer name in it
 * @param notBefore its beginning, in milliseconds since the epoch
 * @param notAfter its end, in milliseconds since the epoch
 * @param fingerprint SHA-256 of it, 64 digits in hex
 */
public record CertificateStatus(
    Party party,
    boolean own,
    String subject,
    String issuer,
    long notBefore,
    long notAfter,
    String fingerprint) {}
