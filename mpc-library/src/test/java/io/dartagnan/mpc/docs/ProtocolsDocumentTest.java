package io.dartagnan.mpc.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.example.TextbookSuite;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.ProtocolSuites;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code docs/protocols.md} is generated; {@code -Ddartagnan.docs.write=true} rewrites it. */
class ProtocolsDocumentTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "protocols.md");
  private static final String REWRITE =
      "./mvnw -pl mpc-library test -Dtest=ProtocolsDocumentTest -Ddartagnan.docs.write=true";

  @Test
  void theDocumentSaysWhatTheSuitesDeclare() throws IOException {
    List<ProtocolSuite> suites =
        ProtocolSuites.installed().byName().values().stream()
            .filter(suite -> !(suite instanceof TextbookSuite))
            .toList();
    String generated = ProtocolsDocument.of(template(), suites);
    if (Boolean.getBoolean("dartagnan.docs.write")) {
      Files.writeString(DOCUMENT, generated);
    }
    assertThat(Files.readString(DOCUMENT))
        .as(
            "docs/protocols.md is generated from what the suites declare; rewrite it with\n%s",
            REWRITE)
        .isEqualTo(generated);
  }

  @Test
  void aSuiteHasATableOfItsProtocolsAndOneOfWhatIsAskedOfIt() {
    String document =
        ProtocolsDocument.of("before\n<!-- suites -->\nafter\n", List.of(new TextbookSuite()));
    assertThat(document)
        .startsWith("before\n## Suite `textbook`\n")
        .endsWith("after\n")
        .contains("\nSecure against one semi-honest party; AES-CTR a PRG, HMAC-SHA256 a PRF")
        .contains(
            "| reshare to two parties | x0 + x1 + x2 = a + b, a at party 1, b at party 2 | 1 |"
                + " 8, 0, 0 | 8 | 1 | 40 |")
        .contains(
            "| AND of xor shares | shares of u AND v from shares of u and v | 1 | 0.25 | 0.75 |")
        .contains("| equal, bit shared | 7, 55.25 | 6, 47.25 | 6, 47.25 | 6, 47.25 |");
  }

  @Test
  void aTemplateWithoutAPlaceForTheSuitesIsRefused() {
    assertThatThrownBy(() -> ProtocolsDocument.of("text", List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("<!-- suites -->");
  }

  private static String template() throws IOException {
    try (InputStream in = ProtocolsDocumentTest.class.getResourceAsStream("protocols.md")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
