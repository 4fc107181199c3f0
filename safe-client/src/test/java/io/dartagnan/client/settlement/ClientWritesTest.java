package io.dartagnan.client.settlement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.dartagnan.client.OverMemoryClouds;
import io.dartagnan.client.fixture.MemoryCloud;
import io.dartagnan.client.fixture.Tables;
import io.dartagnan.client.rpc.QuorumReader.CloudStatesMXBean;
import io.dartagnan.write.WriteMark;
import io.dartagnan.write.WriteRefusal;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What operators see of a connection's writes in JMX. */
@Timeout(60)
class ClientWritesTest extends OverMemoryClouds {
  private static final MBeanServer BEANS = ManagementFactory.getPlatformMBeanServer();

  private ObjectName bean;

  private static Set<ObjectName> shown() throws Exception {
    return BEANS.queryNames(new ObjectName("io.dartagnan:type=ClientWrites,*"), null);
  }

  @BeforeEach
  void find() throws Exception {
    // Ids grow, and other tests may have left connections open.
    bean = shown().stream().max((a, b) -> Long.compare(id(a), id(b))).orElseThrow();
    assertThat(BEANS.isRegistered(new ObjectName("io.dartagnan:type=Client,id=" + id(bean))))
        .isTrue();
  }

  @AfterEach
  void itIsGoneOnceTheConnectionIsClosed() throws Exception {
    clouds.forEach(cloud -> cloud.fault = new MemoryCloud.Fault() {});
    connection.close();

    assertThat(BEANS.isRegistered(bean)).isFalse();
    assertThat(BEANS.isRegistered(new ObjectName("io.dartagnan:type=Client,id=" + id(bean))))
        .isFalse();
  }

  private static long id(ObjectName name) {
    return Long.parseLong(name.getKeyProperty("id"));
  }

  @Test
  void writesThatSucceedCountNowhere() throws Exception {
    table.put(put(1));
    table.incrementColumnValue(Tables.ROW, Tables.FAMILY, Tables.NUMBER, 1);

    assertThat(number("WritesInDoubt")).isZero();
    assertThat(number("WritesRolledBack")).isZero();
    assertThat(number("TornWrites")).isZero();
    assertThat(number("PoolFull")).isZero();
  }

  @Test
  void aWriteThatOneCloudDeclinesIsRolledBack() throws Exception {
    AtomicBoolean declined = new AtomicBoolean();
    clouds.get(1).fault =
        new MemoryCloud.Fault() {
          @Override
          public void before(Mutation mutation) throws IOException {
            if (mutation.getAttribute(WriteMark.ATTRIBUTE) != null && !declined.getAndSet(true)) {
              throw new DoNotRetryIOException("the table is read-only");
            }
          }
        };

    catchThrowableOfType(IOException.class, () -> table.put(put(1)));
    assertThat(number("WritesRolledBack")).isEqualTo(1);
    declined.set(false);
    catchThrowableOfType(
        IOException.class,
        () -> table.incrementColumnValue(Tables.ROW, Tables.FAMILY, Tables.NUMBER, 1));

    assertThat(number("WritesRolledBack")).isEqualTo(2);
    assertThat(number("WritesInDoubt")).isZero();
    assertThat(number("TornWrites")).isZero();
  }

  @Test
  void aWriteThatACloudDoesNotSayAnythingOfIsInDoubtAndTorn() throws Exception {
    clouds.get(1).fault =
        new MemoryCloud.Fault() {
          @Override
          public void after(String operation) throws IOException {
            throw new ConnectException("reply lost");
          }
        };

    catchThrowableOfType(IOException.class, () -> table.put(put(1)));

    assertThat(number("WritesInDoubt")).isEqualTo(1);
    assertThat(number("WritesRolledBack")).isZero();
    assertThat(number("TornWrites")).isEqualTo(1);
  }

  @Test
  void theCorrectionOfTheClockAndTheOldestWriteAreShown() throws Exception {
    WriteLedger.Entry stuck = new ClientWrites(WriteLedger.PROCESS, () -> 0).begin();
    long stamp = stuck.next(Tables.bytes("stuck"));
    stuck.learn(
        Tables.bytes("stuck"), new WriteRefusal(WriteRefusal.Reason.NOT_NEWER, stamp + 20_000, 0));

    assertThat(number("ClockCorrectionMs")).isBetween(10_000L, 25_000L);
    while (number("OldestUnsettledMillis") < 2) {
      Thread.onSpinWait();
    }
    stuck.close();
  }

  @Test
  void theOperatorsTableOfAlarmsHasAllOfThemAndNoneThatIsNotThere() throws Exception {
    String page = Files.readString(Path.of("..", "docs", "operating.md"));
    assertThat(alarms(page, "ClientWrites"))
        .containsExactlyInAnyOrderElementsOf(attributes(ClientWritesMXBean.class));
    assertThat(alarms(page, "Client")).isNotEmpty().isSubsetOf(attributes(CloudStatesMXBean.class));
  }

  private static Set<String> alarms(String page, String bean) {
    Set<String> names = new TreeSet<>();
    Matcher row =
        Pattern.compile("^\\| `(\\w+)` \\| `" + bean + "` \\|", Pattern.MULTILINE).matcher(page);
    while (row.find()) {
      names.add(row.group(1));
    }
    return names;
  }

  private static Set<String> attributes(Class<?> bean) {
    return Arrays.stream(bean.getMethods())
        .map(method -> method.getName().substring("get".length()))
        .collect(Collectors.toSet());
  }

  private static Put put(long number) {
    return new Put(Tables.ROW).addColumn(Tables.FAMILY, Tables.NUMBER, Bytes.toBytes(number));
  }

  private long number(String attribute) throws Exception {
    return (Long) BEANS.getAttribute(bean, attribute);
  }
}
