package io.dartagnan.clusters.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.clusters.files.OwnerOnly;
import io.dartagnan.clusters.process.StateFolder;
import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.provisioning.RedisAccount;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisUserTest {
  @TempDir Path folder;

  private List<RedisUser> users() {
    return RedisUser.all(new StateFolder(folder));
  }

  @Test
  void eachCloudHasAPasswordOfItsOwnThatOnlyItsOwnerReads() throws Exception {
    Set<String> passwords = new HashSet<>();
    for (RedisUser user : users()) {
      user.password().ensure();
      passwords.add(user.password().read());
      assertThat(user.password().read()).matches("[0-9a-f]{64}");
      assertThat(
              PosixFilePermissions.toString(Files.getPosixFilePermissions(user.password().file())))
          .isEqualTo("rw-------");
    }
    assertThat(passwords).hasSize(3);
    assertThat(users().get(1).password().file())
        .isEqualTo(folder.resolve("cloud-1").resolve("redis").resolve("password"));
  }

  @Test
  void aPasswordThatIsThereIsKept() {
    RedisUser user = users().get(0);
    user.password().ensure();
    String before = user.password().read();

    user.password().ensure();

    assertThat(user.password().read()).isEqualTo(before);
    assertThat(user.settings())
        .containsEntry("dartagnan.discovery.redis.username", "dartagnan-0")
        .containsEntry("dartagnan.discovery.redis.password", before);
  }

  @Test
  void aPasswordThatWasNeverMadeIsNamedWithWhatMakesIt() {
    assertThatThrownBy(() -> users().get(2).settings())
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("cloud-2/redis/password")
        .hasMessageContaining("clusters/local down, then up");
  }

  @Test
  void redisIsToldTheHashOfThePasswordAndNotThePassword() {
    RedisUser user = users().get(0);
    OwnerOnly.write(user.password().file(), "abc");

    assertThat(user.account().line())
        .isEqualTo(
            "user dartagnan-0 on"
                + " #ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad "
                + RedisAccount.rules(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"docs/operating.md", "discovery/README.md"})
  void operatorsAreToldTheSameRules(String document) throws Exception {
    String text = Files.readString(Path.of("..").resolve(document));

    assertThat(text.replaceAll("\\s+\\\\?\\s*", " ")).contains(RedisAccount.rules(0));
  }
}
