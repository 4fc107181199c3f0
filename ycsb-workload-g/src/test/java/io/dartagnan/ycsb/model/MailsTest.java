package io.dartagnan.ycsb.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MailsTest {
  private static final String FIRST =
      """
      From: "One, A." <one@example.org>
      Subject: =?iso-8859-1?Q?caf=E9?=
      Date: Thu, 22 Aug 2002 12:00:00 +0000

      The first.
      From here on it goes on.

      From noon to Thu it is closed.
      """;

  private static final String SECOND =
      """
      Date: Fri, 23 Aug 2002 12:00:00 +0000
      From: two@example.org
      X-Long: %s

      The second.
      """
          .formatted("x".repeat(30_000));

  @TempDir private Path folder;

  private static String separator(String day) {
    return "From x@example.org  %s Aug 22 12:36:23 2002\n".formatted(day);
  }

  private static String value(Mails mails, String column, long row) {
    Column found =
        new TableModel(mails.columns(), new RowKeys(8)).column("Mail:" + column).orElseThrow();
    byte[] value = found.value(row);
    return found.domain().isInt64()
        ? Long.toString(Bytes.toLong(value))
        : new String(value, StandardCharsets.UTF_8);
  }

  private static void theTwo(Mails mails) {
    assertThat(mails.count()).isEqualTo(2);
    assertThat(value(mails, "Sender", 0)).isEqualTo("one@example.org");
    assertThat(value(mails, "Subject", 0)).isEqualTo("café");
    assertThat(value(mails, "Date", 0)).isEqualTo("1030017600000");
    assertThat(value(mails, "Body", 0)).startsWith("\nThe first.").contains("From noon to Thu");
    assertThat(value(mails, "Sender", 1)).isEqualTo("two@example.org");
    assertThat(value(mails, "Subject", 1)).isEmpty();
    assertThat(value(mails, "Size", 1)).isEqualTo(Integer.toString(SECOND.length()));
  }

  @Test
  void mailsOfOneFile() throws IOException {
    Path file = folder.resolve("mbox");
    Files.writeString(file, separator("Thu") + FIRST + "\n" + separator("Fri") + SECOND);

    assertThat(Mails.of(file).count()).isEqualTo(2);
    assertThat(value(Mails.of(file), "Body", 0)).contains("it goes on");
  }

  @Test
  void mailsOfAFolderInTheOrderOfItsFiles() throws IOException {
    Files.createDirectories(folder.resolve("b"));
    Files.writeString(folder.resolve("b").resolve("1"), SECOND);
    Files.writeString(folder.resolve("a"), separator("Thu") + FIRST);
    Files.writeString(folder.resolve("a.json"), "{\"id\": 1}");
    Files.writeString(folder.resolve("c"), "Subject: nobody's\n\nNo sender and no date.\n");

    theTwo(Mails.of(folder));
  }

  @Test
  void whatHasNoMailIsNamed() throws IOException {
    Files.writeString(folder.resolve("a.json"), "{}");

    assertThatThrownBy(() -> Mails.of(folder))
        .isInstanceOf(IOException.class)
        .hasMessage("there are no mails in " + folder.toAbsolutePath());
  }

  /** Numbers of listed values are in the order of their bytes, which filters compare. */
  @Test
  void listedValuesAreOrdered() {
    Domain.Listed domain =
        Domain.listed(
            "", List.of(new byte[] {-1}, new byte[] {1}, new byte[] {1, 0}, new byte[] {1}));

    assertThat(domain.size()).isEqualTo(3);
    assertThat(domain.value(1)).containsExactly(1, 0);
    assertThat(domain.number(new byte[] {-1})).isEqualTo(2);
  }
}
