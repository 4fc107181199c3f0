package io.dartagnan.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonLineTest {

  @Test
  void membersKeepTheirOrderAndTextStaysOnTheLine() {
    assertThat(
            new JsonLine()
                .with("z", "one\ntwo \"three\"")
                .with("a", new BigDecimal("0.0000001"))
                .with("n", null)
                .with("l", List.of(1, true))
                .toString())
        .isEqualTo("{\"z\":\"one\\ntwo \\\"three\\\"\",\"a\":0.0000001,\"n\":null,\"l\":[1,true]}");
  }
}
