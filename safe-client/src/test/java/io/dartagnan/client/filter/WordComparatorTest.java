package io.dartagnan.client.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dartagnan.mpc.harness.Seed;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WordComparatorTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          d'Artagnan, 2-3              | d artagnan 2 3
          foo_bar@example.com          | foo bar example com
          Stra\u00dfe STRASSE         | stra\u00dfe strasse
          \u00c9t\u00e9 E\u0301te\u0301 | \u00e9t\u00e9
          \u039f\u0394\u039f\u03a3 \u03bf\u03b4\u03bf\u03c2 | \u03bf\u03b4\u03bf\u03c3
          J\u030c \u01f0             | \u01f0
          \u0915\u093f\u0924\u093e\u092c | \u0915\u093f\u0924\u093e\u092c
          \ud801\udc00x              | \ud801\udc28x
          \u7c7b\u3001\u7c7b        | \u7c7b
          ... \u2603 $                | ''
          """)
  void wordsAreRunsOfLettersDigitsAndMarks(String text, String words) {
    assertThat(WordComparator.wordsOf(Bytes.toBytes(text)))
        .containsExactlyInAnyOrder(words.isEmpty() ? new String[0] : words.split(" "));
  }

  @Test
  void bytesThatAreNoTextSeparateWords() {
    assertThat(WordComparator.wordsOf(new byte[] {'a', (byte) 0xff, 'b', 0, 'c', (byte) 0xc3}))
        .containsExactlyInAnyOrder("a", "b", "c");
  }

  @Test
  void aTextWithTheWordIsEqualAndAnotherIsLess() throws Exception {
    WordComparator word = new WordComparator(" Athos!");
    byte[] cell = Bytes.toBytes("xx ATHOS, Porthos");
    for (WordComparator each :
        new WordComparator[] {word, WordComparator.parseFrom(word.toByteArray())}) {
      assertThat(each.compareTo(cell)).isZero();
      assertThat(each.compareTo(cell, 3, 5)).isZero();
      assertThat(each.compareTo(cell, 4, 5)).isPositive();
      assertThat(each.compareTo(Bytes.toBytes("athosporthos"))).isPositive();
      assertThat(each.compareTo(new byte[0])).isPositive();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "two words", "d'artagnan"})
  void oneWordIsLookedForAtATime(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new WordComparator(text))
        .withMessageContaining("different words was given, one is looked for at a time");
  }

  /** So many tokens has a text of a search column with a type: no text has more words. */
  @Test
  void thereIsAByteBetweenTwoWords() {
    Random random = Seed.random(this);
    for (int point = 0; point <= Character.MAX_CODE_POINT; point++) {
      if (Character.isDefined(point)) {
        requireFew(Character.toString(point) + "a" + Character.toString(point));
      }
    }
    for (int round = 0; round < 20_000; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(20); i >= 0; i--) {
        text.appendCodePoint(
            switch (random.nextInt(5)) {
              case 0 -> 'a' + random.nextInt(26);
              case 1 -> ' ' + random.nextInt(32);
              case 2 -> 0x300 + random.nextInt(0x70);
              case 3 -> random.nextInt(0x3000);
              default -> random.nextInt(Character.MAX_CODE_POINT + 1);
            });
      }
      requireFew(text.toString());
    }
  }

  private static void requireFew(String text) {
    byte[] value = text.getBytes(StandardCharsets.UTF_8);
    assertThat(WordComparator.wordsOf(value)).hasSizeLessThanOrEqualTo((value.length + 1) / 2);
    for (String word : WordComparator.wordsOf(value)) {
      assertThat(new WordComparator(word).getValue())
          .as("a word is a word, and itself")
          .isEqualTo(Bytes.toBytes(word));
    }
  }
}
