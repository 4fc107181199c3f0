package io.dartagnan.client.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.fixture.Tables;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.write.ReplacedVersions;
import io.dartagnan.write.ReplacedVersions.Version;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Plain values {@code a} and {@code b}, of writes by their stamps; a stamp of 0 is not known. */
class ChosenVersionsTest {
  private static final long TIMESTAMP = 5;

  private static Result cloud(String... versions) {
    if (versions.length == 0) {
      return Result.EMPTY_RESULT;
    }
    List<Version> all =
        Stream.of(versions)
            .map(
                each -> {
                  long stamp = Long.parseLong(each.substring(1));
                  return new Version(
                      stamp > 0, 7, stamp, new byte[0], Tables.bytes(each.substring(0, 1)));
                })
            .toList();
    return Result.create(
        List.of(new ReplacedVersions(all).on(Tables.plain(TIMESTAMP, "not looked at"))));
  }

  private static String chosen(Result... clouds) throws IOException {
    return chosen(Tables.TABLE, clouds);
  }

  private static String chosen(ProtectedTable table, Result... clouds) throws IOException {
    List<Result[]> answers = new ArrayList<>();
    for (Result each : clouds) {
      answers.add(new Result[] {each});
    }
    StringBuilder values = new StringBuilder();
    for (Result[] each : new ChosenVersions(table).of(answers)) {
      values.append(
          each[0].isEmpty() ? "-" : Bytes.toString(each[0].getValue(Tables.FAMILY, Tables.PLAIN)));
    }
    return values.toString();
  }

  @Test
  void theLastThatAllThreeHaveCounts() throws IOException {
    assertThat(chosen(cloud("a2", "b1"), cloud("a2", "b1"), cloud("b1"))).isEqualTo("bbb");
    assertThat(chosen(cloud("a2", "b1"), cloud("a2"), cloud("a2", "b1"))).isEqualTo("aaa");
    assertThat(chosen(cloud("b1"), cloud("a3", "a2", "b1"), cloud("a2", "b1"))).isEqualTo("bbb");
  }

  /** Of the two writes of one value the earlier one is on all three, and not the last. */
  @Test
  void equalValuesOfDifferentWritesAreNotOne() throws IOException {
    assertThat(chosen(cloud("a3", "b2", "a1"), cloud("b2", "a1"), cloud("b2", "a1")))
        .isEqualTo("bbb");
    assertThat(chosen(cloud("a3", "b2", "a1"), cloud("a3", "b2", "a1"), cloud("b2", "a1")))
        .isEqualTo("bbb");
  }

  /** A settled version has lost the name of its writer. */
  @Test
  void aWriteThatIsNotKnownIsToldByItsValue() throws IOException {
    assertThat(chosen(cloud("b2", "a1"), cloud("a0"), cloud("b2", "a0"))).isEqualTo("aaa");
  }

  @Test
  void whereNoneIsOnAllThreeEachShowsItsLast() throws IOException {
    assertThat(chosen(cloud("a2"), cloud("b1"), cloud("b1"))).isEqualTo("abb");
    assertThat(chosen(cloud("a2", "b1"), cloud("b1"), cloud())).isEqualTo("ab-");
  }

  /** It is then disputed, and asked for. */
  @Test
  void whatTwoHaveIsNotHiddenWhereTheThirdMayLie() throws IOException {
    ProtectedTable verified = LyingCloudTest.VERIFIED;
    assertThat(chosen(verified, cloud("a2", "b1"), cloud("a2", "b1"), cloud("b1")))
        .isEqualTo("aab");
    assertThat(chosen(verified, cloud("b1"), cloud("c3", "a2", "b1"), cloud("a2", "b1")))
        .isEqualTo("baa");
    assertThat(chosen(verified, cloud("a3", "a2", "b1"), cloud("b1"), cloud("b1")))
        .isEqualTo("bbb");
    assertThat(chosen(verified, cloud("a2", "b1"), cloud("a2", "b1"), cloud("c3", "a2", "b1")))
        .isEqualTo("aaa");
  }

  @Test
  void anAnswerWithoutThemIsRefused() {
    Result bare = Result.create(List.of(Tables.plain(TIMESTAMP, "value")));
    assertThatThrownBy(() -> chosen(bare, cloud("a1"), cloud("a1")))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("is the cloud's coprocessor of an earlier release?");
  }

  @Test
  void whatAsksIsTheSameGetWithAnAttribute() {
    Get get = new Get(Tables.ROW).addColumn(Tables.FAMILY, Tables.PLAIN).setTimestamp(TIMESTAMP);
    Get asks = ChosenVersions.ask(List.of(get)).get(0);
    assertThat(ReplacedVersions.areAskedBy(asks)).isTrue();
    assertThat(asks.getFamilyMap()).isEqualTo(get.getFamilyMap());
    assertThat(asks.getTimeRange()).isEqualTo(get.getTimeRange());
    assertThat(ReplacedVersions.areAskedBy(get)).isFalse();
  }
}
