package io.dartagnan.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The contract on a list from configuration, and what such a list has to be. */
class StaticDiscoveryTest extends DiscoveryContractTest {
  private static final String LIST =
      """
      0/rs0.example,16020=a:7000, 0/zz.example,16020=d:7003,1/rs1.example,16020=b:7001,
      2/rs1.example,16020=elsewhere:9, 2/rs2.example,16020=c:7002
      """;

  @Override
  Discovery newDiscovery() {
    return new StaticDiscovery(LIST);
  }

  @Test
  void aRestartedServerIsTheSameServer() throws Exception {
    String restarted = "rs1.example,16020,1763676999999";
    assertThat(open().lookup(1, restarted)).isEqualTo(new ServerRecord(1, restarted, "b", 7001));
  }

  @Test
  void aServerThatHasNotRegisteredIsListedWithStartCodeZero() throws Exception {
    assertThat(open().all()).contains(new ServerRecord(1, "rs1.example,16020,0", "b", 7001));
  }

  @Test
  void aRegistrationIsLogged() throws Exception {
    Discovery discovery = open();
    assertThat(RedisTest.logOf(log -> discovery.register(RS0)))
        .contains("registered party 0 server " + RS0.server() + " as a:7000");
  }

  @Test
  void anAddressMayBeOfTheSixthVersion() throws Exception {
    try (Discovery discovery = new StaticDiscovery("1/rs1,16020=fd00::1:7001")) {
      assertThat(discovery.lookup(1, "rs1,16020,1"))
          .isEqualTo(new ServerRecord(1, "rs1,16020,1", "fd00::1", 7001));
    }
  }

  @Test
  void aServerOfWhichTheListSaysSomethingElseIsRefused() throws Exception {
    Discovery discovery = open();
    assertThatThrownBy(() -> discovery.register(new ServerRecord(0, RS0.server(), "a", 7999)))
        .isInstanceOf(DiscoveryException.class)
        .hasMessage(
            "this server is 0/rs0.example,16020=a:7999, the list of servers says a:7000; correct"
                + " the list, or the host and port of this server's mesh");
    assertThatThrownBy(() -> discovery.register(new ServerRecord(0, RS0.server(), "z", 7000)))
        .isInstanceOf(DiscoveryException.class);
    assertThatThrownBy(() -> discovery.register(new ServerRecord(0, UNKNOWN, "a", 7000)))
        .isInstanceOf(DiscoveryException.class)
        .hasMessageContaining("0/nobody.example,16020=a:7000")
        .hasMessageContaining("add it to the list");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|the list of servers is empty",
        "0/rs0.example=a:7000|where a server such as 0/rs0.example,16020=mesh0.example:18600",
        "0/rs0,16020=a:7000 1/rs1,16020=b:7001|the list of servers has \"0/rs0,16020=a:7000 1/rs1",
        "0/rs0,16020=a:7000, 3/rs1,16020=b:7001|has \"3/rs1,16020=b:7001\"",
        "0/rs0,16020=a|has \"0/rs0,16020=a\"",
        "0/rs0,16020=a:70000|port 70000 given, 1 to 65535 is allowed",
        "0/rs0,16020=a:1,0/rs0,16020=b:2|has 0/rs0,16020 twice",
      })
  void aListThatIsNoneIsRefusedWithThePlace(String list, String reason) {
    assertThatThrownBy(() -> new StaticDiscovery(list))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason);
  }
}
