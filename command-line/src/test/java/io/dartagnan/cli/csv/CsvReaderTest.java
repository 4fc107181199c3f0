package io.dartagnan.cli.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.cli.fixture.Csv;
import io.dartagnan.cli.terminal.CommandException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvReaderTest {

  @TempDir private Path folder;

  @Test
  void readsQuotedFieldsAndKnowsTheLineOfEachRecord() {
    CsvTable table = Csv.table(folder, "Id,Note\r\n1,\"two\nlines, \"\"quoted\"\"\"\r\n\r\n2,\r\n");

    assertThat(table.header()).containsExactly("Id", "Note");
    assertThat(table.records())
        .containsExactly(new String[] {"1", "two\nlines, \"quoted\""}, new String[] {"2", ""});
    assertThat(table.lines()).containsExactly(2, 5);
  }

  @Test
  void acceptsAByteOrderMarkAndAMissingLastNewline() {
    CsvTable table = Csv.table(folder, "\uFEFFId,Näme\n1,Zoë");

    assertThat(table.header()).containsExactly("Id", "Näme");
    assertThat(table.field(0, 1)).isEqualTo("Zoë");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "``| is empty; a header line and at least one record are needed",
        "` \\n\\n`| is empty; a header line and at least one record are needed",
        "`Id,Name\\n`| has a header and no records; there is nothing to import",
        "`Id,,C\\n1,2,3`|, line 1: column 2 has no name; the first line must be a header that names every column",
        "`Id,A,B,A\\n1,2,3,4`|, line 1: columns 2 and 4 are both named 'A'; names must be unique",
        "`Id,*\\n1,2`|, line 1: column 2 is named '*', which a schema uses for all other columns; rename it",
        "`Id;Name\\n1;2`|, line 1: the header names one column; a row key and at least one other column are needed, separated by commas",
        "`a,Ann,3\\nb,Bob,4`|, line 1: the first line looks like a record; a header that names every column is needed above it",
        "`Id,A\\n1,2\\n3,4,5\\n`|, line 3: the record has 3 fields, the header names 2 columns",
        "`Id,A\\n1,2\\n3\\n`|, line 3: the record has 1 fields, the header names 2 columns",
        "`Id,A\\n1,\"x\\ny\"\\n2,\"open\\n3,4\\n`|, line 4: a quote is opened in this record and never closed",
        "`Id,A\\n1,\"x\"y\\n`|, line 2: after a closing quote a comma or the end of the line must follow; write a quote inside a quoted field twice",
      })
  void saysInOneSentenceWhatIsWrong(String text, String sentence) {
    Path file = Csv.write(folder, text.replace("\\n", "\n"));

    assertThatThrownBy(() -> CsvReader.read(file))
        .isInstanceOf(CommandException.class)
        .hasMessage(file + sentence);
  }

  @Test
  void namesTheLineThatIsNotUtf8() throws IOException {
    Path file = folder.resolve("latin.csv");
    Files.write(file, "Id,Name\n1,Ann\n2,Zoë\n".getBytes(StandardCharsets.ISO_8859_1));

    assertThatThrownBy(() -> CsvReader.read(file))
        .hasMessage(file + ", line 3: the text is not UTF-8; convert the file to UTF-8 first");
  }

  @Test
  void saysThatAFileIsMissingOrAFolder() {
    Path missing = folder.resolve("missing.csv");

    assertThatThrownBy(() -> CsvReader.read(missing))
        .hasMessage(missing + ": there is no such file");
    assertThatThrownBy(() -> CsvReader.read(folder))
        .hasMessage(folder + " is a folder; name a CSV file");
  }

  @Test
  void takesNumbersAsColumnNamesWhereAnotherNameShowsThatTheyAreNames() {
    assertThat(Csv.table(folder, "Id,2019,2020\n1,5,6\n").header())
        .containsExactly("Id", "2019", "2020");
  }
}
