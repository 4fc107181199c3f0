package io.dartagnan.programs;

import com.flipkart.hbaseobjectmapper.Family;
import com.flipkart.hbaseobjectmapper.HBColumn;
import com.flipkart.hbaseobjectmapper.HBRecord;
import com.flipkart.hbaseobjectmapper.HBTable;

/** A patient, kept in a row of its own. */
@HBTable(
    name = "patients",
    families = {@Family(name = "person"), @Family(name = "account", versions = 3)})
public final class Patient implements HBRecord<String> {
  private static final long serialVersionUID = 1L;

  private String number;

  @HBColumn(family = "person", column = "name")
  private String name;

  @HBColumn(family = "person", column = "illness")
  private String illness;

  @HBColumn(family = "account", column = "balance")
  private Long balance;

  /** For the mapper, which fills it. */
  public Patient() {}

  /** All there is to know of a patient; {@code illness} may be null. */
  public Patient(String number, String name, String illness, long balance) {
    this.number = number;
    this.name = name;
    this.illness = illness;
    this.balance = balance;
  }

  @Override
  public String composeRowKey() {
    return number;
  }

  @Override
  public void parseRowKey(String rowKey) {
    number = rowKey;
  }

  @Override
  public String toString() {
    return number + " " + name + " " + illness + " " + balance;
  }
}
