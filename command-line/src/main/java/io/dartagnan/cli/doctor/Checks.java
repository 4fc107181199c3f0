package io.dartagnan.cli.doctor;

import java.util.List;

/** The checks, in the order in which they are told. */
final class Checks {

  /** Those that need no cloud. */
  static final List<Check> OF_THE_CLIENT = List.of(new ConfigurationCheck());

  /** Those that need the clouds. */
  static final List<Check> OF_THE_CLOUDS =
      List.of(
          // Ahead of the clouds' answers: a store that cannot be used is why there are none.
          new ClientTlsCheck(),
          new AnswerCheck(),
          new IdentityCheck(),
          new VersionCheck(),
          new ClockCheck(),
          new CoprocessorCheck(),
          new RoleCheck(),
          new CertificateCheck(),
          new DiscoveryCheck(),
          new MeshCheck(),
          new FirewallCheck(),
          new TableCheck(),
          new FamilyCheck());

  private Checks() {}
}
