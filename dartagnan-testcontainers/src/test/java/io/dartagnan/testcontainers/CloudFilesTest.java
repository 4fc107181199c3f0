package io.dartagnan.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.provisioning.Site;
import io.dartagnan.testcontainers.CloudContainer.CloudFiles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;

class CloudFilesTest {

  @Test
  void allIsForTheUserOfTheImageAlone() throws IOException {
    Keys keys = Keys.make("localhost");
    CloudFiles files =
        new CloudFiles(
            new Site().set("dartagnan.party", 0), keys.mesh(Party.P0), keys.rpc(Party.P0));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      files.transferTo(tar, CloudFiles.FOLDER);
    }

    List<String> entries = new ArrayList<>();
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        entries.add("%s %o".formatted(entry.getName(), entry.getMode() & 0777));
        assertThat(entry.getLongUserId()).isEqualTo(10001);
        assertThat(entry.getLongGroupId()).isEqualTo(10001);
        assertThat(entry.isDirectory() || entry.getSize() > 0).as(entry.getName()).isTrue();
      }
    }
    assertThat(entries)
        .containsExactly(
            "etc/dartagnan/ 700",
            "etc/dartagnan/mesh/ 700",
            "etc/dartagnan/rpc/ 700",
            "etc/dartagnan/hbase-site.xml 400",
            "etc/dartagnan/mesh/keystore.p12 400",
            "etc/dartagnan/mesh/truststore.p12 400",
            "etc/dartagnan/rpc/keystore.p12 400",
            "etc/dartagnan/rpc/truststore.p12 400");
  }
}
