package io.dartagnan.cli.predicate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.fixture.Csv;
import io.dartagnan.cli.terminal.CommandException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WhereParserTest {

  private static final String CSV =
      """
      Id,Type,Age,City,Home Town,Cost (EUR),R AND D,a=b
      r,Oncology,18,Utrecht,"St. John's, NL",3.50,yes,x
      """;

  @TempDir private Path folder;
  private final List<String> warnings = new ArrayList<>();
  private TableColumns columns;

  @BeforeEach
  void readColumns() {
    columns =
        TableColumns.of(Csv.plan(folder, CSV).schema().descriptor(TableName.valueOf("t"), "f"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "Type = Oncology | Type | Oncology",
        "`  Type=x y  ` | Type | x y",
        "Type=a>=b | Type | a>=b",
        "Type= | Type | ``",
        "Type = '' | Type | ``",
        "Type = ' x' | Type | ` x`",
        "Type = \" x\" | Type | ` x`",
        "Type = 'it's' | Type | it's",
        "Type = 'it''s' | Type | it's",
        "Type = 'tis | Type | 'tis",
        "Type = ' | Type | '",
        "Type = :) | Type | :)",
        "Type = Ann (Bob) | Type | Ann (Bob)",
        "Type = = | Type | =",
        "Type = nothing | Type | nothing",
        "Type = ANDROID | Type | ANDROID",
        "Type = P.AND | Type | P.AND",
        "Type = 'Research AND Development' | Type | Research AND Development",
        "Home Town = St. John's, NL | Home Town | St. John's, NL",
        "Home Town = 'St. John''s, NL' | Home Town | St. John's, NL",
        "f:Home Town = x | Home Town | x",
        "Cost (EUR) = 3.5 | Cost (EUR) | 3.5",
        "\"Cost (EUR)\" = 3.5 | Cost (EUR) | 3.5",
        "\"R AND D\"= yes | R AND D | yes",
        "\"a=b\" = x | a=b | x",
        "(Type = Oncology) | Type | Oncology",
        "((Type = Ann (Bob))) | Type | Ann (Bob)",
        "NOT NOT Type = x | Type | x",
      })
  void readsASingleCondition(String text, String column, String value) {
    WhereClause clause = parse(text);

    assertThat(clause).isInstanceOf(Condition.class);
    Condition condition = (Condition) clause;
    assertThat(condition.column().qualifier()).isEqualTo(column);
    assertThat(condition.operator()).isEqualTo(CompareOperator.EQUAL);
    assertThat(condition.value()).isEqualTo(value);
    assertThat(condition.comparator().getValue())
        .isEqualTo(condition.column().format().operand(value));
    assertThat(warnings).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "Type = 'Oncology' AND (Age >= 18 OR NOT City = 'St. John''s')"
            + " | Type = Oncology AND (Age >= 18 OR City != St. John's)",
        "Age > 1 OR Age < 0 AND Type = x | Age > 1 OR (Age < 0 AND Type = x)",
        "(Age > 1 OR Age < 0) AND Type = x | (Age > 1 OR Age < 0) AND Type = x",
        "NOT Age > 1 AND Type = x | Age <= 1 AND Type = x",
        "NOT (Age > 1 AND Type = x) | Age <= 1 OR Type != x",
        "NOT(Age > 1 OR NOT Type = x)AND(City = y) | Age <= 1 AND Type = x AND City = y",
        "NOT (Age < 1 OR Age >= 9) | Age >= 1 AND Age < 9",
        "Home Town = St. John's, NL AND Age != 3 | Home Town = St. John's, NL AND Age != 3",
        "Type=a AND Type=b AND (Type=c AND Type=d) | Type = a AND Type = b AND Type = c AND Type = d",
        "Cost (EUR) > 3 AND Type = (x) | \"Cost (EUR)\" > 3 AND Type = '(x)'",
        "(Cost (EUR) > 3 OR Type = a (b)) | \"Cost (EUR)\" > 3 OR Type = 'a (b)'",
        "Type = '(' AND City = ')' | Type = '(' AND City = ')'",
        "Type = '' OR \"R AND D\" = ' OR ' | Type = '' OR \"R AND D\" = ' OR '",
        "Type = x and y OR Age = 1 | Type = x and y OR Age = 1",
        "Type contains-word 'x' | Type contains-word x",
        "NOT Home Town contains-word John AND Age = 1 | Home Town lacks-word John AND Age = 1",
        "(\"R AND D\" lacks-word ' x ' OR Type contains-word y) | \"R AND D\" lacks-word ' x ' OR Type contains-word y",
        "Type = a contains-word b | Type = a contains-word b",
        "`\tAge = 1\n AND\n Age = 2 ` | Age = 1 AND Age = 2",
      })
  void readsConditionsThatAreCombined(String text, String canonical) {
    WhereClause clause = parse(text);

    assertThat(clause.text()).isEqualTo(canonical);
    assertThat(parse(clause.text()).text()).as("it can be read again").isEqualTo(canonical);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "Type | 1: 'Type' is not a condition; write COLUMN OP VALUE, where OP is one of = != < <= > >= contains-word lacks-word",
        "`` | 1: a condition is missing; write COLUMN OP VALUE, where OP is one of = != < <= > >= contains-word lacks-word",
        "= x | 1: the name of a column is missing before '='",
        "Tipe = x | 1: table t declares no column 'Tipe'; it declares Type, Age, City, Home Town, Cost (EUR), R AND D, a=b",
        "Id = r | 1: 'Id' is the row key of t, not a column; read one row with 'get'",
        "Age >= x | 8: a condition on column 'Age' cannot be used: the value is not an integer, the column is declared additive int64",
        "Age == 1 | 5: '==' is not an operator, write '='",
        "Type==1 | 5: '==' is not an operator, write '='",
        "Age =< 1 | 5: '=<' is not an operator, write '<='",
        "Age => 1 | 5: '=>' is not an operator, write '>='",
        "Age <> 1 | 5: '<>' is not an operator, write '!='",
        "Type = x AND Tipe = y | 14: table t declares no column 'Tipe'; it declares Type, Age, City, Home Town, Cost (EUR), R AND D, a=b",
        "Type = x AND Age = y | 20: a condition on column 'Age' cannot be used: the value is not an integer, the column is declared additive int64",
        "Type = Research AND Development | 21: 'Development' is not a condition; write COLUMN OP VALUE, where OP is one of = != < <= > >= contains-word lacks-word; put a name or value with AND, OR or NOT in it in quotes",
        "R AND D = x | 1: 'R' is not a condition; write COLUMN OP VALUE, where OP is one of = != < <= > >= contains-word lacks-word; put a name or value with AND, OR or NOT in it in quotes",
        "Type = x AND | 13: a condition is missing; write COLUMN OP VALUE, where OP is one of = != < <= > >= contains-word lacks-word; put a name or value with AND, OR or NOT in it in quotes",
        "AND Type = x | 1: a condition is missing; write COLUMN OP VALUE, where OP is one of = != < <= > >= contains-word lacks-word; put a name or value with AND, OR or NOT in it in quotes",
        "Type = AND Age = 1 | 8: a value is missing; the empty one is ''",
        "(Type = ) | 9: a value is missing; the empty one is ''",
        "(Type = x OR (Age = 1) | 1: this parenthesis is never closed",
        "(Type = x) Age = 1 | 12: AND, OR or the end must follow here",
        "(Type = x)) | 11: AND, OR or the end must follow here",
        "Type = 'x' Age = 1 AND Age = 2 | 12: AND, OR or the end must follow a closing quote; write a quote inside quotes twice",
        "Type = 'it's' AND Age = 2 | 12: AND, OR or the end must follow a closing quote; write a quote inside quotes twice",
        "Type = 'x AND Age = 2 | 8: this quote is never closed",
        "\"Type = x | 1: this quote is never closed",
        "Type = x NOT Age = 2 | 10: AND or OR is missing before NOT; or put the value in quotes",
        "(Age > 1 AND ) | 14: a condition is missing; write COLUMN OP VALUE, where OP is one of = != < <= > >= contains-word lacks-word; put a name or value with AND, OR or NOT in it in quotes",
        "Type contains-word x, y | 20: a condition on column 'Type' cannot be used: a text of 2 different words was given, one is looked for at a time; combine conditions for more",
        "Age contains-word 1 | 19: a condition on column 'Age' cannot be used: the column is declared additive int64, and words are those of texts",
        "Type contains-words x | 1: 'Type contains-words x' is not a condition; write COLUMN OP VALUE, where OP is one of = != < <= > >= contains-word lacks-word",
        "Age LIKE 1 | 1: 'Age LIKE 1' is not a condition; write COLUMN OP VALUE, where OP is one of = != < <= > >= contains-word lacks-word",
      })
  void saysWhatIsWrongAndWhere(String text, String sentence) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(CommandException.class)
        .hasMessage("--where, character " + sentence);
  }

  @Test
  void refusesNestingThatNobodyWrites() {
    assertThatThrownBy(() -> parse("NOT ".repeat(50_000) + "Age = 1"))
        .hasMessageContaining("more than 100 NOTs and parentheses are inside each other");
    assertThatThrownBy(() -> parse("(".repeat(50_000) + "Age = 1" + ")".repeat(50_000)))
        .hasMessageContaining("more than 100 NOTs and parentheses are inside each other");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Type = x and Age > 3 | 'and' was taken for a part of the value; write AND to combine conditions",
        "Type = x or Age > 3 | 'or' was taken for a part of the value; write OR to combine conditions",
        "Type = x && Age > 3 | '&&' was taken for a part of the value; write AND to combine conditions",
        "Age > 1 AND Type > 3 | column 'Type' is declared xor string(15) and is compared as text, in which '10' comes before '9'; numbers are compared by amount in columns declared int64 or decimal(d)",
      })
  void warnsOfWhatIsProbablyNotMeant(String text, String warning) {
    parse(text);

    assertThat(warnings).containsExactly(warning);
  }

  @Test
  void doesNotWarnOfWordsInAValue() {
    parse("Type = salt and pepper");
    parse("Type = 'x and Age > 3'");

    assertThat(warnings).isEmpty();
  }

  @Test
  void namesEachColumnOnce() {
    assertThat(parse("Age > 1 AND (Type = x OR Age < 0)").columns())
        .extracting(TableColumns.Column::qualifier)
        .containsExactly("Age", "Type");
  }

  @Test
  void keepsTheBytesOfAnOperand() {
    assertThat(((Condition) parse("Cost (EUR) >= .5")).comparator().getValue())
        .isEqualTo(Bytes.toBytes(50L));
  }

  private WhereClause parse(String text) {
    return WhereParser.parse("--where", text, columns, warnings::add);
  }
}
