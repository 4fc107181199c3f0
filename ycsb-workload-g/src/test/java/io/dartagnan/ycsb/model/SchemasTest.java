package io.dartagnan.ycsb.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The tables as the papers describe them. */
class SchemasTest {

  private static String schemes(List<Column> columns) {
    return columns.stream()
        .map(column -> column.sealing().orElse("none"))
        .collect(Collectors.joining(" "));
  }

  @Test
  void schemesOfTheSecondPaper() {
    assertThat(schemes(Schemas.hospitalAppointments(1)))
        .isEqualTo("det std ope std std std std std");
    assertThat(schemes(Schemas.patients(1, 2)))
        .isEqualTo("det std std std std std std std std std std");
    assertThat(schemes(Schemas.appointments(1, 2))).isEqualTo("none none none none none");
  }

  private static String sizes(List<Column> columns) {
    return columns.stream()
        .map(column -> column.name() + " " + column.value(7).length)
        .collect(Collectors.joining(", "));
  }

  @Test
  void appointmentsOfTheFirstPaper() {
    List<Column> columns = Schemas.appointments(1, 20);
    assertThat(columns).hasSize(5).allMatch(column -> column.domain().type().equals("int64"));
    assertThat(columns.stream().map(Column::name))
        .containsExactly("f:PhysicianID", "f:PatientID", "f:Date", "f:Type", "f:InstitutionID");
  }

  @Test
  void appointmentsOfTheSecond() {
    assertThat(sizes(Schemas.hospitalAppointments(1)))
        .isEqualTo(
            "Physician:PhysicianID 16, Patient:PatientID 16, Appointment:Date 14, Appointment:Date-STD 14, Appointment:Type 64, Appointment:Obs 1024, Institution:Name 128, Institution:Address 256");
  }

  @Test
  void patientsHaveADynamicNumberOfAppointments() {
    List<Column> columns = Schemas.patients(1, 4);
    assertThat(sizes(columns))
        .startsWith(
            "Identification:MainID 64, Identification:Surname 64, Identification:Name 64, Identification:Birth 14, Identification:Nationality 4, Identification:CivilID 9, Contacts:Address 256, Contacts:Contact 13, Obs:Observations 1024, App:1 8");
    TableModel model = new TableModel(columns, new RowKeys(8));
    long[] rows = new long[14];
    for (long row = 0; row < 4_000; row++) {
      rows[model.columnsOf(row).size()]++;
    }
    assertThat(rows[10] + rows[11] + rows[12] + rows[13]).isEqualTo(4_000);
    assertThat(List.of(rows[10], rows[11], rows[12], rows[13]))
        .allMatch(count -> count > 800 && count < 1_200);
  }
}
