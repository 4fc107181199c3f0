package io.dartagnan.client.filter;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;

/**
 * A comparator by words: {@code EQUAL} holds of the texts that have a word, {@code NOT_EQUAL} of
 * the others. Clouds find the words of {@code search} columns; elsewhere the client judges.
 *
 * <p>The words of a text are its longest runs of letters, decimal digits and combining marks, as
 * {@link Character} knows them, after each code point was replaced by the lower case of its upper
 * case, as {@link String#equalsIgnoreCase} does; before and after, the text is brought to Unicode's
 * NFC. So {@code "d'Artagnan, 2-3"} has the words {@code d}, {@code artagnan}, {@code 2} and {@code
 * 3}. A text is UTF-8, and what is not belongs to no word.
 *
 * <p>As a {@code SubstringComparator}, it takes no part in any order but that a text that lacks the
 * word is less than it.
 */
public final class WordComparator extends ByteArrayComparable {
  private final String word;

  /**
   * Creates the comparator of a word.
   *
   * @throws IllegalArgumentException if the text is not one word
   */
  public WordComparator(String text) {
    this(onlyWord(text));
  }

  private WordComparator(byte[] word) {
    super(word);
    this.word = new String(word, StandardCharsets.UTF_8);
  }

  private static byte[] onlyWord(String text) {
    Set<String> words = words(text);
    if (words.size() != 1) {
      throw new IllegalArgumentException(
          "a text of %d different words was given, one is looked for at a time; combine conditions for more"
              .formatted(words.size()));
    }
    return words.iterator().next().getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the words of a value, each once, in lower case. */
  public static Set<String> wordsOf(byte[] value) {
    return words(new String(value, StandardCharsets.UTF_8));
  }

  private static Set<String> words(String text) {
    String folded = folded(text);
    Set<String> words = new LinkedHashSet<>();
    int begin = 0;
    for (int at = 0, next; at < folded.length(); at = next) {
      int point = folded.codePointAt(at);
      next = at + Character.charCount(point);
      if (!isOfWord(point)) {
        if (begin < at) {
          words.add(folded.substring(begin, at));
        }
        begin = next;
      }
    }
    if (begin < folded.length()) {
      words.add(folded.substring(begin));
    }
    return words;
  }

  private static String folded(String text) {
    String composed = Normalizer.normalize(text, Normalizer.Form.NFC);
    StringBuilder folded = new StringBuilder(composed.length());
    for (int at = 0, point; at < composed.length(); at += Character.charCount(point)) {
      point = composed.codePointAt(at);
      folded.appendCodePoint(Character.toLowerCase(Character.toUpperCase(point)));
    }
    return Normalizer.normalize(folded, Normalizer.Form.NFC);
  }

  private static boolean isOfWord(int point) {
    return switch (Character.getType(point)) {
      case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK ->
          true;
      default -> Character.isLetterOrDigit(point);
    };
  }

  @Override
  public int compareTo(byte[] value, int offset, int length) {
    String text = new String(value, offset, length, StandardCharsets.UTF_8);
    return words(text).contains(word) ? 0 : 1;
  }

  /** Returns the word. */
  @Override
  public byte[] toByteArray() {
    return getValue().clone();
  }

  /** Reads what {@link #toByteArray} returns. */
  public static WordComparator parseFrom(byte[] bytes) {
    return new WordComparator(bytes);
  }
}
