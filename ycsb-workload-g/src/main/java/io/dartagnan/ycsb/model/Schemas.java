package io.dartagnan.ycsb.model;

import java.util.ArrayList;
import java.util.List;

/**
 * Columns of the papers' tables.
 *
 * <p>"D" is Pontes, Maia, Vilaça, Machado, <em>d'Artagnan: A Trusted NoSQL Database on Untrusted
 * Clouds</em>; "S" is Macedo, Paulo, Pontes, Portela, Oliveira, Matos, Oliveira, <em>A Practical
 * Framework for Privacy-Preserving NoSQL Databases</em> (SafeNoSQL).
 */
public final class Schemas {
  private static final int FIRST_YEAR = 2015;
  private static final int LAST_YEAR = 2020;

  private Schemas() {}

  /**
   * Appointments of D, section VII.A: five columns, each value uniform over its type. D states no
   * types and no family; they are {@code int64} in a family {@code f} here. A uniform 64-bit type
   * of appointment would match nothing, so that there is a number of them.
   *
   * @param types the number of types of appointment, 1 or more
   */
  public static List<Column> appointments(long seed, long types) {
    return List.of(
        Column.of("f:PhysicianID", Domain.int64(), seed),
        Column.of("f:PatientID", Domain.int64(), seed),
        Column.of("f:Date", Domain.int64(), seed),
        Column.of("f:Type", Domain.int64Below(types), seed),
        Column.of("f:InstitutionID", Domain.int64(), seed));
  }

  /**
   * Appointments of S, table II: families, columns, their sizes in bytes and schemes. Dates are "a
   * random value between 2015-2020" (section VI.C); they are days here.
   */
  public static List<Column> hospitalAppointments(long seed) {
    Domain dates = Domain.days(FIRST_YEAR, LAST_YEAR);
    return List.of(
        Column.of("Physician:PhysicianID", Domain.text(16), seed).sealed("det"),
        Column.of("Patient:PatientID", Domain.text(16), seed).sealed("std"),
        Column.of("Appointment:Date", dates, seed).sealed("ope"),
        Column.of("Appointment:Date-STD", dates, seed).sealed("std"),
        Column.of("Appointment:Type", Domain.text(64), seed).sealed("std"),
        Column.of("Appointment:Obs", Domain.text(1024), seed).sealed("std"),
        Column.of("Institution:Name", Domain.text(128), seed).sealed("std"),
        Column.of("Institution:Address", Domain.text(256), seed).sealed("std"));
  }

  /**
   * Patients of S, table I: families, columns, their sizes in bytes and schemes. The family {@code
   * App} has a column for each appointment, "a dynamic number"; here uniformly 1 to {@code
   * mostAppointments}.
   *
   * @param mostAppointments 1 or more
   */
  public static List<Column> patients(long seed, int mostAppointments) {
    List<Column> columns =
        new ArrayList<>(
            List.of(
                Column.of("Identification:MainID", Domain.text(64), seed).sealed("det"),
                Column.of("Identification:Surname", Domain.text(64), seed).sealed("std"),
                Column.of("Identification:Name", Domain.text(64), seed).sealed("std"),
                Column.of("Identification:Birth", Domain.text(14), seed).sealed("std"),
                Column.of("Identification:Nationality", Domain.text(4), seed).sealed("std"),
                Column.of("Identification:CivilID", Domain.text(9), seed).sealed("std"),
                Column.of("Contacts:Address", Domain.text(256), seed).sealed("std"),
                Column.of("Contacts:Contact", Domain.text(13), seed).sealed("std"),
                Column.of("Obs:Observations", Domain.text(1024), seed).sealed("std")));
    Column count = Column.of("App:count", Domain.int64Below(mostAppointments), seed);
    for (int number = 1; number <= mostAppointments; number++) {
      int least = number - 1;
      columns.add(
          Column.of("App:" + number, Domain.text(8), seed)
              .sealed("std")
              .where(row -> count.number(row) >= least));
    }
    return List.copyOf(columns);
  }
}
