package io.dartagnan.ycsb;

import io.dartagnan.ycsb.hbase.Causes;
import io.dartagnan.ycsb.model.Mails;
import io.dartagnan.ycsb.workload.ClinicWorkload;
import io.dartagnan.ycsb.workload.ClinicWorkload.Subject;
import io.dartagnan.ycsb.workload.Keys;
import io.dartagnan.ycsb.workload.OperationKind;
import io.dartagnan.ycsb.workload.PropertyReader;
import java.io.IOException;
import java.nio.file.Path;
import site.ycsb.Client;

/** Workloads on mails, of Waage and Wiese; filters are on sender, size and date. */
public final class MailsWorkload extends ClinicWorkload {
  private static final String SENDER = "Mail:Sender";

  @Override
  protected Subject subject(PropertyReader properties, long seed) {
    String path = properties.text(Keys.MAILS).orElse("");
    try {
      if (path.isEmpty()) {
        throw new IOException("it is not set; name an mbox file, or a folder of mails");
      }
      Mails mails = Mails.of(Path.of(path));
      long rows = properties.whole(Client.RECORD_COUNT_PROPERTY, 1, 1, Long.MAX_VALUE);
      if (rows > mails.count()) {
        properties.refuse(
            "recordcount is %d, and %s has %d mails; set it to as many or fewer"
                .formatted(rows, path, mails.count()));
      }
      if (properties.share(OperationKind.INSERT.proportion()).signum() > 0) {
        properties.refuse("mails are only those that there are; leave insertproportion out");
      }
      return new Subject("mails", mails.columns(), SENDER);
    } catch (IOException e) {
      throw new IllegalArgumentException("%s: %s".formatted(Keys.MAILS, Causes.of(e)), e);
    }
  }
}
