package io.dartagnan.programs;

import com.flipkart.hbaseobjectmapper.AbstractHBDAO;
import com.flipkart.hbaseobjectmapper.HBAdmin;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** A program that keeps patients with hbase-object-mapper, and prints what it reads. */
public final class Patients extends AbstractHBDAO<String, Patient> {

  private Patients(Connection connection) {
    super(connection);
  }

  public static void main(String[] arguments) throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(HBaseConfiguration.create())) {
      HBAdmin admin = HBAdmin.create(connection);
      admin.createTable(Patient.class);
      System.out.println("exists " + admin.tableExists(Patient.class));
      new Patients(connection).run();
    }
  }

  private void run() throws IOException {
    persist(
        List.of(
            new Patient("p1", "Constance Bonacieux", "poisoned wine", 40),
            new Patient("p2", "Charles Castelmore", "sword wound", 10),
            new Patient("p3", "Isaac Porthau", null, 30),
            new Patient("q1", "Armand Sillegue", "melancholy", 20)));
    persist(new Patient("p2", "Charles Castelmore", "sword wound", 15));
    System.out.println("get " + get("p1"));
    System.out.println("absent " + get("p9"));
    System.out.println("several " + get(List.of("q1", "p3")));
    System.out.println("range " + get("p1", "p3"));
    System.out.println("prefix " + getByPrefix(toBytes("p")));
    System.out.println("names " + fetchFieldValues("p1", "q2", "name"));
    System.out.println("versions " + fetchFieldValue("p2", "balance", 3).values());
    System.out.println("increment " + increment("p3", "balance", 12));
    System.out.println("append " + append("q1", "illness", " and gout"));
    delete("p1");
    System.out.println("left " + List.of(exists("p1"), exists("p2")));
  }
}
