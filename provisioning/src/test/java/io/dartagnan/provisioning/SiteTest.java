package io.dartagnan.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.provisioning.Site.Stores;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Sites, and the files that are copies of them: the templates of the bundles, which {@code
 * -Ddartagnan.docs.write=true} writes anew, and the settings of the image of a cloud.
 */
class SiteTest {
  private static final Path PROJECT =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent();

  private static final String REWRITE =
      "./mvnw -pl provisioning -am test -Dtest=SiteTest -Dsurefire.failIfNoSpecifiedTests=false"
          + " -Ddartagnan.docs.write=true";

  @Test
  void aFileHasWhatWasSetLastAndInItsOrder() throws Exception {
    Site site =
        new Site()
            .set("second", "a < b && b > c")
            .comment("The first.")
            .set("first", 1)
            .set("<&>", "two\r\nlines")
            .setAll(Map.of("second", "it's \"so\""));

    Map<String, String> read = read(site.xml());

    assertThat(read)
        .containsExactly(
            Map.entry("second", "it's \"so\""),
            Map.entry("first", "1"),
            Map.entry("<&>", "two\r\nlines"))
        .isEqualTo(site.settings());
    assertThat(site.xml()).contains("\n\n  <!-- The first. -->\n  <property><name>first</name>");
  }

  @Test
  void whatIsAddedToAFileStandsBehindItsOwn() throws Exception {
    String file = new Site().set("a", 1).set("b", 2).xml();

    assertThat(read(new Site().set("c", 3).set("a", 4).addedTo(file)))
        .containsEntry("a", "4")
        .containsEntry("b", "2")
        .containsEntry("c", "3");
  }

  @Test
  void noPasswordIsPrinted() {
    Stores stores = Stores.in("/etc", "secret");
    RedisAccount account = new RedisAccount(1, "secret");
    Site site =
        new Site()
            .meshStores(stores)
            .rpcStores("", stores)
            .redisAccount(account)
            .redisTruststore("/etc/redis.p12", "secret");

    assertThat("%s %s %s".formatted(site, stores, account))
        .contains("dartagnan.mesh.tls.keystore.password", "/etc/truststore.p12", "dartagnan-1")
        .doesNotContain("secret");
    assertThat(site.xml()).contains("<value>secret</value>");
  }

  @Test
  void theOperatorsTemplateIsTheSiteOfACloud() throws IOException {
    requireSame(
        "distribution/src/server/conf/hbase-site.xml.template",
        new Site()
            .comment(
                "What a cloud's masters and RegionServers need in their hbase-site.xml beside HBase's own settings: fill in what stands in capitals. `dartagnan clouds init` writes the same filled in. docs/settings.md has all keys; docs/operating.md says how passwords are kept out of this file.")
            .coprocessors()
            .party(0, Site.MESH_PORT)
            .set("dartagnan.party", "PARTY")
            .meshStores(Stores.in("FOLDER/mesh", "PASSWORD"))
            .redis("rediss://REDIS-HOST:6379")
            .redisAccount(new RedisAccount(0, "PASSWORD"))
            .set("dartagnan.discovery.redis.username", "dartagnan-PARTY")
            .redisTruststore("FOLDER/redis/truststore.p12", "PASSWORD")
            .serverTls()
            .rpcStores("", Stores.in("FOLDER/rpc", "PASSWORD")));
  }

  @Test
  void theApplicationsTemplateIsTheSiteOfAClient() throws IOException {
    Site site =
        new Site()
            .comment(
                "The client's configuration: copy it to hbase-site.xml, and fill in where the three clouds are, and what stands in capitals. `dartagnan clouds init` writes the same filled in. docs/settings.md has all keys.")
            .safeClient("refuse");
    for (int party = 0; party < 3; party++) {
      site.comment(
              "Cloud %1$d, known by its certificate alone. Any key of HBase's client, for it alone: dartagnan.party.%1$d.KEY."
                  .formatted(party))
          .cloudAt(party, "zk.cloud%d.example".formatted(party), 2181)
          .clientTls(
              party,
              new Stores(
                  "FOLDER/rpc/keystore.p12",
                  "FOLDER/rpc/cloud-%d.p12".formatted(party),
                  "PASSWORD"));
    }
    requireSame("distribution/src/client/conf/hbase-site.xml.template", site);
  }

  private static void requireSame(String template, Site site) throws IOException {
    Path file = PROJECT.resolve(template);
    if (Boolean.getBoolean("dartagnan.docs.write")) {
      Files.writeString(file, site.xml());
    }
    assertThat(Files.readString(file))
        .as("%s is made of Site; write it anew with\n%s", template, REWRITE)
        .isEqualTo(site.xml());
  }

  /** What its entry point leaves open, and its own volumes and addresses, are the image's. */
  @Test
  void theImageOfACloudHasWhatEveryCloudHas() throws Exception {
    Map<String, String> image =
        read(Files.readString(PROJECT.resolve("clusters/images/cloud/conf/hbase-site.xml")));

    assertThat(image).containsAllEntriesOf(new Site().coprocessors().settings());
    assertThat(image).containsEntry("dartagnan.mesh.port", Integer.toString(Site.MESH_PORT));
  }

  private static Map<String, String> read(String xml) throws Exception {
    NodeList properties =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)))
            .getElementsByTagName("property");
    Map<String, String> read = new LinkedHashMap<>();
    for (int i = 0; i < properties.getLength(); i++) {
      Element property = (Element) properties.item(i);
      read.put(text(property, "name"), text(property, "value"));
    }
    return read;
  }

  private static String text(Element property, String of) {
    return property.getElementsByTagName(of).item(0).getTextContent();
  }
}
