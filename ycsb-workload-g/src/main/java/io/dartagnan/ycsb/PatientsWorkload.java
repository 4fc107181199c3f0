package io.dartagnan.ycsb;

import io.dartagnan.ycsb.model.Schemas;
import io.dartagnan.ycsb.workload.ClinicWorkload;
import io.dartagnan.ycsb.workload.ClinicWorkload.Subject;
import io.dartagnan.ycsb.workload.Keys;
import io.dartagnan.ycsb.workload.PropertyReader;

/** Workloads on a hospital's patients, of SafeNoSQL; filters are on the main identifier. */
public final class PatientsWorkload extends ClinicWorkload {
  private static final int APPOINTMENTS = 4;
  private static final int MOST_APPOINTMENTS = 1_000;

  @Override
  protected Subject subject(PropertyReader properties, long seed) {
    int most = (int) properties.whole(Keys.MOST_APPOINTMENTS, APPOINTMENTS, 1, MOST_APPOINTMENTS);
    return new Subject("patients", Schemas.patients(seed, most), "Identification:MainID");
  }
}
