package io.dartagnan.ycsb.run;

import io.dartagnan.ycsb.workload.ClinicWorkload;
import java.util.Properties;
import site.ycsb.Client;

/** Workloads by the name of their class. */
final class Workloads {
  private Workloads() {}

  /**
   * A new workload of the class that properties name.
   *
   * @throws IllegalArgumentException if they name none of this module
   */
  static ClinicWorkload named(Properties properties) {
    String name = properties.getProperty(Client.WORKLOAD_PROPERTY);
    if (name == null) {
      throw new IllegalArgumentException(
          "no workload is named; give a properties file with -P, such as -P workloads/workloadg");
    }
    try {
      return Class.forName(name.strip())
          .asSubclass(ClinicWorkload.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException | ClassCastException e) {
      throw new IllegalArgumentException(
          "workload is '%s'; it is io.dartagnan.ycsb.AppointmentsWorkload, PatientsWorkload or MailsWorkload (a stock YCSB runs all others on io.dartagnan.ycsb.HBaseBinding)"
              .formatted(name),
          e);
    }
  }
}
