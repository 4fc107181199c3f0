package io.dartagnan.client.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The tables of filters are generated; {@code -Ddartagnan.docs.write=true} rewrites them. */
class FilterSupportDocumentTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "compatibility.md");
  private static final String REWRITE =
      "./mvnw -pl safe-client -am test -Dtest=FilterSupportDocumentTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Ddartagnan.docs.write=true";

  @Test
  void theDocumentSaysWhatTheRegistriesDo() throws IOException {
    String document = Files.readString(DOCUMENT);
    String generated = FilterSupportDocument.rewrite(document);
    if (Boolean.getBoolean("dartagnan.docs.write")) {
      Files.writeString(DOCUMENT, generated);
    }
    assertThat(Files.readString(DOCUMENT))
        .as("the tables of filters are generated; rewrite them with\n%s", REWRITE)
        .isEqualTo(generated);
  }

  @Test
  void everyFilterAndComparatorHasARow() throws IOException {
    String generated = FilterSupportDocument.rewrite(Files.readString(DOCUMENT));

    assertThat(FilterRegistry.adapters())
        .allSatisfy(
            adapter ->
                assertThat(
                        generated
                            .lines()
                            .filter(line -> line.startsWith("| `"))
                            .map(line -> line.split("\\|")[1])
                            .filter(
                                names ->
                                    List.of(names.strip().split(", "))
                                        .contains("`" + adapter.type().getSimpleName() + "`")))
                    .hasSize(1));
    assertThat(ComparatorRegistry.adapters())
        .allSatisfy(
            adapter ->
                assertThat(generated)
                    .containsOnlyOnce("\n| `" + adapter.type().getSimpleName() + "` |"));
  }

  @Test
  void aDocumentWithoutAPlaceForTheTablesIsRefused() {
    assertThatThrownBy(() -> FilterSupportDocument.rewrite("text"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("FilterSupportDocument");
  }
}
