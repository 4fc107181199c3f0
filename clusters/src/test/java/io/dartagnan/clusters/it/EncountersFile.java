package io.dartagnan.clusters.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;

/** The encounters to load: the real file where a machine has it, else one of the same shape. */
final class EncountersFile {

  /** Names another file. */
  private static final String PROPERTY = "dartagnan.it.encounters";

  private static final String HEADER =
      "Id,START,STOP,PATIENT,ORGANIZATION,PROVIDER,PAYER,ENCOUNTERCLASS,CODE,DESCRIPTION,"
          + "BASE_ENCOUNTER_COST,TOTAL_CLAIM_COST,PAYER_COVERAGE,REASONCODE,REASONDESCRIPTION";
  private static final List<String> CLASSES =
      List.of("ambulatory", "emergency", "hospice", "inpatient", "outpatient", "wellness");
  private static final List<String> REASONS =
      List.of("Encounter for problem", "Emergency room admission", "Follow-up, with \"notes\"");
  private static final int ROWS = 1_000;
  private static final int PATIENTS = 40;

  private EncountersFile() {}

  /** The file; which one is said on standard output. */
  static Path of(LocalClusters clusters) throws IOException {
    return of(clusters.target().getParent());
  }

  /**
   * The same.
   *
   * @param module the folder of this module
   */
  static Path of(Path module) throws IOException {
    String named = System.getProperty(PROPERTY);
    // Beside the checkout, where the real file is on some machines.
    Path real =
        named == null
            ? module.getParent().resolveSibling("shared/data/encounters.csv")
            : Path.of(named);
    Path target = module.resolve("target");
    if (Files.isReadable(real)) {
      System.out.println("encounters: " + real.normalize());
      return real;
    }
    Path generated = target.resolve("encounters.csv");
    // Another process may be reading it, or writing the same.
    Path fresh = Files.createTempFile(target, "encounters", ".csv");
    Files.write(fresh, lines());
    Files.move(fresh, generated, StandardCopyOption.REPLACE_EXISTING);
    System.out.println("encounters: " + ROWS + " generated rows, " + real + " is not there");
    return generated;
  }

  /** Always the same lines. */
  private static List<String> lines() {
    Random random = new Random(20_261_120);
    List<String> patients = new ArrayList<>();
    for (int i = 0; i < PATIENTS; i++) {
      patients.add(uuid(random));
    }
    List<String> lines = new ArrayList<>(List.of(HEADER));
    for (int i = 0; i < ROWS; i++) {
      Instant start = Instant.ofEpochSecond(random.nextInt(1_700_000_000));
      int reason = random.nextInt(REASONS.size());
      lines.add(
          String.join(
              ",",
              uuid(random),
              start.toString(),
              start.plusSeconds(900).toString(),
              patients.get(random.nextInt(PATIENTS)),
              uuid(random),
              uuid(random),
              uuid(random),
              CLASSES.get(random.nextInt(CLASSES.size())),
              Integer.toString(50_849_002 + 1_000_003 * random.nextInt(40)),
              '"' + REASONS.get(reason).replace("\"", "\"\"") + " (procedure)\"",
              "82.02",
              String.format(Locale.ROOT, "%.2f", random.nextInt(600_000) / 100.0),
              "0.0",
              "",
              ""));
    }
    return lines;
  }

  private static String uuid(Random random) {
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }
}
