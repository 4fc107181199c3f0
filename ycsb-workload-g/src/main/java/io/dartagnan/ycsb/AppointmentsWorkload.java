package io.dartagnan.ycsb;

import io.dartagnan.ycsb.model.Schemas;
import io.dartagnan.ycsb.workload.ClinicWorkload;
import io.dartagnan.ycsb.workload.ClinicWorkload.Subject;
import io.dartagnan.ycsb.workload.Keys;
import io.dartagnan.ycsb.workload.PropertyReader;

/**
 * Workloads on a clinic's appointments: those of the d'Artagnan paper ({@code
 * appointments.schema=dartagnan}, filters on the type) and of SafeNoSQL ({@code safenosql}, filters
 * on the date).
 */
public final class AppointmentsWorkload extends ClinicWorkload {
  private static final int TYPES = 20;

  @Override
  protected Subject subject(PropertyReader properties, long seed) {
    long types = properties.whole(Keys.TYPES, TYPES, 1, Long.MAX_VALUE);
    String schema = properties.word(Keys.SCHEMA, "dartagnan", "dartagnan", "safenosql");
    return schema.equals("dartagnan")
        ? new Subject("appointments", Schemas.appointments(seed, types), "f:Type")
        : new Subject(
            "hospital-appointments", Schemas.hospitalAppointments(seed), "Appointment:Date");
  }
}
