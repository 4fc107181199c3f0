package io.dartagnan.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.distribution.Bundles.Ended;
import java.nio.file.Files;
import java.nio.file.Path;

/** A small table that the command line loads and filters. */
final class People {
  private People() {}

  static Ended areLoaded(StockClouds clouds, Path folder, String table) throws Exception {
    Path csv = folder.resolve("people.csv");
    Files.writeString(csv, "Id,Name,Fee\na,Aramis,12.50\nb,Athos,7.25\nc,Porthos,12.50\n");
    return clouds.client("import", csv.toString(), "--table", table, "--key", "Id");
  }

  static void areLoadedAndFiltered(StockClouds clouds, Path folder) throws Exception {
    Ended loaded = areLoaded(clouds, folder, "people");
    assertThat(loaded.status()).as(loaded.out()).isZero();

    Ended found = clouds.client("scan", "people", "--where", "Fee = 12.50", "--json");
    assertThat(found.status()).as(found.out()).isZero();
    assertThat(found.out()).contains("Aramis", "Porthos").doesNotContain("Athos");
  }
}
