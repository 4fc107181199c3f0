package io.dartagnan.cli.doctor;

import java.util.List;

/** The checks, in the order in which they are told. */
final class Checks {

  /** The subjects that no check looks at yet, for the last line of a report. */
  static final String NOT_YET = "certificates, the mesh between the clouds, and discovery";

  /** Those that need no cloud. */
  static final List<Check> OF_THE_CLIENT = List.of(new ConfigurationCheck());

  /** Those that need the clouds. */
  static final List<Check> OF_THE_CLOUDS =
      List.of(
          new AnswerCheck(),
          new IdentityCheck(),
          new VersionCheck(),
          new ClockCheck(),
          new CoprocessorCheck(),
          new TableCheck(),
          new FamilyCheck());

  private Checks() {}
}
