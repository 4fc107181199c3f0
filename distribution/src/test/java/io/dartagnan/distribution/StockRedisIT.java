package io.dartagnan.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dartagnan.distribution.Bundles.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three stock HBases that find each other through a Redis over TLS, all of it set up by the
 * checklists of {@code dartagnan clouds init}.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class StockRedisIT {
  @TempDir static Path folder;
  private static StockClouds clouds;

  @BeforeAll
  static void up() throws Exception {
    clouds = StockClouds.withRedis(folder);
  }

  @AfterAll
  static void down() throws Exception {
    if (clouds != null) {
      clouds.down();
    }
  }

  @Test
  @Order(1)
  void tablesAreLoadedAndFilteredAndTheDoctorSaysThatRedisSpeaksTls() throws Exception {
    People.areLoadedAndFiltered(clouds, folder);

    await()
        .atMost(StockClouds.PATIENCE)
        .untilAsserted(
            () ->
                assertThat(clouds.client("doctor").out())
                    .contains("nothing was found")
                    .containsPattern(
                        "ok +discovery .*Redis at 127.0.0.1:%d over TLS"
                            .formatted(clouds.redis().port())));
  }

  /** Without its settings it would be one that a package brought, on a port of its own. */
  @Test
  @Order(2)
  void redisSaysWhichOfItsFilesIsMissingAndTheDoctorThatItIsDown() throws Exception {
    clouds.redis().stop();
    for (String name : List.of("dartagnan.conf", "users.acl", "tls/redis.pem", "tls/redis.key")) {
      try (LeftOut gone = LeftOut.of(clouds.redis().folder().resolve(name))) {
        assertThat(clouds.redis().failed()).contains(gone.file().toString());
      }
    }
    theDoctorFindsAtEachServer("cannot be reached");
    clouds.redis().start();
    theDoctorFindsNothing();
  }

  @Test
  @Order(3)
  void aRedisWithAnotherCertificateIsNotTalkedToAndTheDoctorSaysSo() throws Exception {
    clouds.redis().stop();
    Path strange = folder.resolve("strange");
    Ended made =
        clouds.bundles().server("dartagnan-keys", "redis", strange.toString(), "127.0.0.1");
    assertThat(made.status()).as(made.out()).isZero();
    Path tls = clouds.redis().folder().resolve("tls");
    try (LeftOut key = LeftOut.of(tls.resolve("redis.key"));
        LeftOut certificate = LeftOut.of(tls.resolve("redis.pem"))) {
      Files.copy(strange.resolve("redis.key"), key.file());
      Files.copy(strange.resolve("redis.pem"), certificate.file());
      clouds.redis().start();
      theDoctorFindsAtEachServer("TLS failed, see its certificate and the truststore");
      clouds.redis().stop();
    }
    clouds.redis().start();
    theDoctorFindsNothing();
  }

  @Test
  @Order(4)
  void whatAServerLacksOfRedisIsNamedWhenItStarts() throws Exception {
    clouds.hbase(2).stop();
    try (LeftOut gone = LeftOut.of(clouds.files(2).resolve("redis/truststore.p12"))) {
      clouds.hbase(2).start();
      clouds.hbase(2).awaitLog("the truststore %s for Redis does not exist".formatted(gone.file()));
      clouds.hbase(2).stop();
    }
    // Without the folder's file password no truststore is made.
    try (LeftOut gone = LeftOut.of(clouds.files(2).resolve("redis/password"))) {
      Ended trusted =
          clouds
              .bundles()
              .server(
                  "dartagnan-keys",
                  "trust-redis",
                  clouds.files(2).resolve("redis").toString(),
                  clouds.redis().folder().resolve("tls/redis.pem").toString());
      assertThat(trusted.status()).isEqualTo(1);
      assertThat(trusted.out()).contains("has no file password");
      assertThat(gone.file()).doesNotExist();
    }
  }

  private static void theDoctorFindsAtEachServer(String why) {
    await()
        .atMost(StockClouds.PATIENCE)
        .untilAsserted(
            () -> {
              Ended doctor = clouds.client("doctor");
              assertThat(doctor.status()).as(doctor.out()).isEqualTo(3);
              for (int party = 0; party < 3; party++) {
                assertThat(doctor.out())
                    .containsPattern(
                        "WRONG +discovery +cloud %d, .* it cannot ask Redis .*%s"
                            .formatted(party, why));
              }
            });
  }

  private static void theDoctorFindsNothing() {
    await()
        .atMost(StockClouds.PATIENCE)
        .untilAsserted(() -> assertThat(clouds.client("doctor").out()).contains("nothing was"));
  }
}
