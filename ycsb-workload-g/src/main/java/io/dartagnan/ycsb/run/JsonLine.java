package io.dartagnan.ycsb.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

/** A line of JSON that holds one record. */
public final class JsonLine {
  private static final ObjectMapper JSON = new ObjectMapper();

  private JsonLine() {}

  /** The line of a record, without its end. */
  public static String of(Record written) {
    try {
      return JSON.writeValueAsString(written);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * The record that a line holds.
   *
   * @param what the record in words, such as {@code a result of ycsb}
   * @throws IllegalArgumentException if it holds none
   */
  public static <R extends Record> R read(String line, Class<R> type, String what) {
    try {
      return JSON.readValue(line, type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not " + what + ": " + e.getOriginalMessage(), e);
    }
  }
}
