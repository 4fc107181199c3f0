package io.dartagnan.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.testcontainers.ThreeClouds.CloudLog;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CloudLogTest {

  @Test
  void itsEndHasTheLastTwentyLines() {
    String text =
        IntStream.range(0, 100).mapToObj(i -> "line " + i + ";").collect(Collectors.joining("\n"));

    assertThat(new CloudLog(text).end())
        .startsWith("\nThe last lines of its log:\nline 80;")
        .endsWith("line 99;");
  }

  @Test
  void anEmptyLogIsSaidToBe() {
    assertThat(new CloudLog("").end()).isEqualTo("\nIts log is empty.");
  }

  @Test
  void aServerThatGaveUpSaysWhy() {
    CloudLog log =
        new CloudLog(
            "INFO begins\nERROR ***** ABORTING region server a,1,2: dartagnan.party is 'x' *****\n");

    assertThat(log.abort()).hasValue("region server a,1,2: dartagnan.party is 'x' *****");
    assertThat(log.isInitialised()).isFalse();
  }

  @Test
  void aMasterThatIsReadySaysSo() {
    CloudLog log = new CloudLog("INFO Master has completed initialization 4.5sec\n");

    assertThat(log.isInitialised()).isTrue();
    assertThat(log.abort()).isEmpty();
  }
}
