package io.dartagnan.cli.terminal;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.Map;

/** One JSON object on a line of its own, with its members in the order in which they are added. */
public final class JsonLine {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN);

  private final Map<String, Object> members = new LinkedHashMap<>();

  /**
   * Adds a member.
   *
   * @param value null, text, a number, a boolean, or a list or map of these
   */
  public JsonLine with(String name, Object value) {
    members.put(name, value);
    return this;
  }

  /** The line, without its end. */
  @Override
  public String toString() {
    try {
      return JSON.writeValueAsString(members);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
