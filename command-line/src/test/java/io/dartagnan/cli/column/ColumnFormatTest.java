package io.dartagnan.cli.column;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.schema.Protection;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnFormatTest {

  @ParameterizedTest
  @CsvSource({
    "additive int64, -9223372036854775808, -9223372036854775808",
    "additive int64, 42, 42",
    "additive decimal(2), 82.02, 82.02",
    "xor decimal(2), 82.02, 82.02",
    "replicated decimal(2), 82.02, 82.02",
    "xor string(7), Zoë, Zoë",
    "replicated bytes(7), Zoë, Zoë",
    "additive decimal(2), 0.0, 0.00",
    "additive decimal(2), -7, -7.00",
    "additive decimal(2), 1.5000, 1.50",
    "additive decimal(1), 103697008.0, 103697008.0",
    "additive decimal(2), -0.00, 0.00",
    "additive decimal(2), +1, 1.00",
    "additive decimal(2), 1., 1.00",
    "additive decimal(2), .5, 0.50",
    "additive decimal(2), -.5, -0.50",
    "additive int64, -0, 0",
    "additive int64, +1, 1",
    "additive int64, 1., 1",
    "additive int64, 18.0, 18",
    "additive int64, 007, 7",
    "additive string(7), Zoë, Zoë",
    "additive bytes(7), Zoë, Zoë",
    "plain, any text at all, any text at all",
  })
  void whatIsStoredReadsBackAsWritten(String declaration, String text, String shown) {
    ColumnFormat format = ColumnFormat.parse(declaration);

    assertThat(format).hasToString(declaration);
    assertThat(format.decode(format.encode(text))).isEqualTo(shown);
  }

  @Test
  void aDecimalIsAnInt64OfTheAmountInSmallestUnits() {
    ColumnFormat format = ColumnFormat.parse("additive decimal(2)");

    assertThat(format.protection()).hasToString("additive int64");
    assertThat(format.encode("82.02")).isEqualTo(Bytes.toBytes(8202L));
  }

  @ParameterizedTest
  @CsvSource({
    "additive int64, 12.5, 'the value is not an integer, the column is declared additive int64'",
    "additive int64, 1e3, 'the value is not an integer, the column is declared additive int64'",
    "additive int64, 12x9, 'the value is not an integer, the column is declared additive int64'",
    "additive int64, 9223372036854775808, 'the value does not fit 64 bits, the column is declared additive int64'",
    "additive decimal(2), 1.239, 'the value has 3 digits after the point, the column is declared additive decimal(2)'",
    "additive decimal(2), x1, 'the value is not a decimal number, the column is declared additive decimal(2)'",
    "additive string(7), 12345678, 'the value has 8 bytes, the column is declared string(7)'",
  })
  void refusesWhatTheColumnCannotHoldWithoutQuotingIt(
      String declaration, String text, String sentence) {
    ColumnFormat format = ColumnFormat.parse(declaration);

    assertThatThrownBy(() -> format.encode(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(sentence);
    assertThat(sentence).doesNotContain(text);
  }

  @Test
  void anOperandMayBeLongerThanAnyValue() {
    assertThat(ColumnFormat.parse("additive string(7)").operand("12345678")).hasSize(8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "additive",
        "additive decimal(0)",
        "additive decimal(19)",
        "additive decimal(999)",
        "plain decimal(2)",
        "plain int64",
        "bogus int64",
        "additive string(0)",
        ""
      })
  void refusesADeclarationThatIsNone(String declaration) {
    assertThatThrownBy(() -> ColumnFormat.parse(declaration))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void bytesThatAreNotTextAreShownInHex() {
    byte[] value = {(byte) 0xff, 0x01};

    assertThat(ColumnFormat.parse("plain").decode(value)).isEqualTo("0xff01");
    assertThat(ColumnFormat.parse("additive int64").decode(value)).isEqualTo("0xff01");
  }

  @Test
  void numbersCompareByAmountAndTextBytewise() {
    ColumnFormat number = ColumnFormat.parse("additive int64");
    ColumnFormat text = ColumnFormat.parse("additive string(7)");

    assertThat(number.compare(number.encode("-1"), number.encode("1"))).isNegative();
    assertThat(text.compare(text.encode("10"), text.encode("9"))).isNegative();
  }

  @ParameterizedTest
  @CsvSource({
    "additive decimal(2), replicated decimal(2)",
    "xor string(7), replicated string(7)",
    "replicated int64, replicated int64",
    "plain, plain",
  })
  void protectedValuesAreReplicatedAndPlainOnesStaySo(String declared, String replicated) {
    assertThat(ColumnFormat.parse(declared).replicated()).isEqualTo(ColumnFormat.parse(replicated));
  }

  @Test
  void tagsOfDecimalsAreShownAsThoseOfOtherTypes() {
    assertThat(new ColumnFormat(Protection.ofText("replicated int64 with tags"), 2))
        .hasToString("replicated decimal(2) with tags");
  }
}
