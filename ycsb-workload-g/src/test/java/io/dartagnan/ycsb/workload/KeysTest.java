package io.dartagnan.ycsb.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class KeysTest {

  private static Properties of(String... names) {
    Properties properties = new Properties();
    for (String name : names) {
      properties.setProperty(name, "");
    }
    return properties;
  }

  @Test
  void anUnknownPropertyIsRefusedWithTheNearestOne() {
    assertThat(Keys.unknown(of("recordcuont", "fieldcount", "xyzzyplughplover")))
        .containsExactly(
            "there is no property 'fieldcount'",
            "there is no property 'recordcuont'; is it 'recordcount'?",
            "there is no property 'xyzzyplughplover'");
  }

  @Test
  void whatIsPassedOnIsKnown() {
    assertThat(
            Keys.unknown(
                of(
                    "hbase.rpc.timeout",
                    "dartagnan.client.query.suite",
                    "hdrhistogram.percentiles")))
        .isEmpty();
  }

  @Test
  void theDocumentHasEveryProperty() throws IOException {
    String document = Files.readString(Path.of("README.md"));
    assertThat(Keys.own()).allMatch(name -> document.contains("`" + name + "`"));
  }
}
