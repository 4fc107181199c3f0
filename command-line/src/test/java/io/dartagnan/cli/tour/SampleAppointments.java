package io.dartagnan.cli.tour;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Locale;
import java.util.Random;

/**
 * Makes {@code clusters/sample/appointments.csv}: the appointments of a clinic, none of them real.
 * The same file comes out of every run.
 */
final class SampleAppointments {

  static final Path FILE = Path.of("..", "clusters", "sample", "appointments.csv");

  private static final int ROWS = 1_000;
  private static final int FIRST_KEY = 100_001;
  private static final long SEED = 1625;
  private static final LocalDate FIRST_DAY = LocalDate.of(2025, 1, 6);
  private static final int DAYS = 180;

  /** A kind of appointment: how many of a hundred there are, and its usual fee in cents. */
  private enum Type {
    GENERAL("General practice", 38, 4_500),
    DENTAL("Dentistry", 17, 7_000),
    PAEDIATRICS("Paediatrics", 13, 5_200),
    DERMATOLOGY("Dermatology", 11, 8_000),
    ORTHOPAEDICS("Orthopaedics", 9, 11_000),
    CARDIOLOGY("Cardiology", 6, 15_500),
    NEUROLOGY("Neurology", 4, 18_000),
    ONCOLOGY("Oncology", 2, 24_000);

    private final String word;
    private final int weight;
    private final int fee;

    Type(String word, int weight, int fee) {
      this.word = word;
      this.weight = weight;
      this.fee = fee;
    }
  }

  private SampleAppointments() {}

  /** Writes the file anew; run it in the folder of the module. */
  public static void main(String[] args) throws IOException {
    Files.writeString(FILE, csv());
  }

  /** The whole file. */
  static String csv() {
    // Not a secret: a generator whose numbers its specification fixes, so that the file is the same
    // everywhere.
    Random random = new Random(SEED);
    StringBuilder csv =
        new StringBuilder("Key,PhysicianId,PatientId,Date,Type,InstitutionId,Fee\n");
    for (int row = 0; row < ROWS; row++) {
      Type type = type(random);
      int physician = 1 + type.ordinal() * 6 + random.nextInt(6);
      int patient = 1 + (int) Math.min(399, Math.abs(random.nextGaussian()) * 150);
      LocalDateTime date =
          FIRST_DAY
              .plusDays(random.nextInt(DAYS))
              .atTime(8 + random.nextInt(10), 15 * random.nextInt(4));
      int institution = 1 + physician % 12;
      int cents = type.fee + 50 * (random.nextInt(type.fee / 50) - type.fee / 150);
      boolean unbilled = random.nextInt(25) == 0;
      boolean elsewhere = random.nextInt(40) == 0;
      csv.append(
          String.format(
              Locale.ROOT,
              "%d,PHY-%03d,PAT-%05d,%s,%s,%s,%s\n",
              FIRST_KEY + row,
              physician,
              patient,
              date,
              type.word,
              elsewhere ? "" : "INST-%02d".formatted(institution),
              unbilled ? "" : String.format(Locale.ROOT, "%d.%02d", cents / 100, cents % 100)));
    }
    return csv.toString();
  }

  private static Type type(Random random) {
    int at = random.nextInt(100);
    for (Type type : Type.values()) {
      at -= type.weight;
      if (at < 0) {
        return type;
      }
    }
    throw new IllegalStateException("the weights of the types are not 100 in all");
  }
}
