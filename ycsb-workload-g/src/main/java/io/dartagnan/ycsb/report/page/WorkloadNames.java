package io.dartagnan.ycsb.report.page;

import java.util.Locale;

/** Names of workloads as the papers write them. */
final class WorkloadNames {
  private static final String APPOINTMENTS = "safenosql-appointments-";
  private static final String PATIENTS = "safenosql-patients-";

  private WorkloadNames() {}

  /** The name of the workload of a file. */
  static String of(String file) {
    if (file.startsWith(APPOINTMENTS)) {
      return "Appointments " + letter(file.substring(APPOINTMENTS.length()));
    }
    if (file.startsWith(PATIENTS)) {
      return "Patients " + letter(file.substring(PATIENTS.length()));
    }
    return switch (file) {
      case "filterequal" -> "filter =";
      case "filtergreater" -> "filter >=";
      default -> letter(file.replace("workload", ""));
    };
  }

  /** The name without the table, for a plot of one table. */
  static String brief(String file) {
    return of(file).replace("Appointments ", "").replace("Patients ", "");
  }

  private static String letter(String suffix) {
    return suffix.replaceFirst("(\\d)", "-$1").toUpperCase(Locale.ROOT);
  }
}
