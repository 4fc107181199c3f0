package io.dartagnan.client.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyFileTest {
  @TempDir private Path folder;

  @Test
  void whatIsReadIsTheKeyThatWasMadeAndItsOwnersAlone() throws IOException {
    Path path = folder.resolve("key");
    KeyFile made = KeyFile.create(path);

    assertThat(KeyFile.read(path).id()).isEqualTo(made.id()).matches("[0-9a-f]{16}");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rw-------");
    assertThat(KeyFile.create(folder.resolve("other")).id()).isNotEqualTo(made.id());
  }

  @Test
  void aFileThatIsThereStays() throws IOException {
    Path path = Files.writeString(folder.resolve("key"), "mine");

    assertThatThrownBy(() -> KeyFile.create(path)).hasMessageContaining("is there already");
    assertThat(path).hasContent("mine");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "planted",
        "dartagnan key 1:",
        "dartagnan key 1: planted",
        "dartagnan key 1: 00112233445566778899aabbccddeeff",
        "dartagnan key 2: 00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
      })
  void whatIsNoKeyIsRefusedWithoutItsContent(String text) throws IOException {
    Path path = Files.writeString(folder.resolve("key"), text);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));

    assertThatThrownBy(() -> KeyFile.read(path))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(path + " is no key file")
        .hasMessageContaining("dartagnan keys create")
        .hasMessageNotContaining("planted")
        .hasMessageNotContaining("0011");
    assertThatThrownBy(() -> KeyFile.read(folder.resolve("none")))
        .hasMessage("there is no key file " + folder.resolve("none"));
  }

  @Test
  void aFileThatEverybodyMayReadIsRefused() throws IOException {
    Path path = folder.resolve("key");
    KeyFile.create(path);
    for (String open : new String[] {"rw----r--", "rw-----w-"}) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(open));
      assertThatThrownBy(() -> KeyFile.read(path)).hasMessageContaining("chmod o-rw");
    }
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r-----"));
    assertThat(KeyFile.read(path)).isNotNull();
    Files.write(path, new byte[] {(byte) 0xff, 1});
    assertThatThrownBy(() -> KeyFile.read(path)).hasMessageContaining("is no key file");
  }

  @Test
  void nothingThatIsShownTellsOfTheKey() throws IOException {
    Path path = folder.resolve("key");
    String secret = KeyFile.create(path).toString();

    assertThat(Files.readString(path)).doesNotContain(KeyFile.read(path).id());
    assertThat(secret).isEqualTo("key %s of %s".formatted(KeyFile.read(path).id(), path));
  }

  @Test
  void onlyTheSameKeyAndContextDecrypt() throws Exception {
    KeyFile key = KeyFile.create(folder.resolve("key"));
    KeyFile other = KeyFile.create(folder.resolve("other"));
    byte[] plain = {1, 2, 3};
    byte[] context = {4};
    byte[] encrypted = key.encrypt(plain, context);

    assertThat(key.decrypt(encrypted, context)).isEqualTo(plain);
    assertThat(key.encrypt(plain, context)).as("another nonce").isNotEqualTo(encrypted);
    assertThatThrownBy(() -> other.decrypt(encrypted, context))
        .isInstanceOf(GeneralSecurityException.class);
    assertThatThrownBy(() -> key.decrypt(encrypted, new byte[] {5}))
        .isInstanceOf(GeneralSecurityException.class);
    for (int bit = 0; bit < encrypted.length * Byte.SIZE; bit++) {
      byte[] altered = encrypted.clone();
      altered[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      assertThatThrownBy(() -> key.decrypt(altered, context))
          .isInstanceOf(GeneralSecurityException.class);
    }
    assertThatThrownBy(() -> key.decrypt(new byte[3], context))
        .isInstanceOf(GeneralSecurityException.class);
  }

  /** RFC 5869, appendix A.1: the first block of the expansion. */
  @Test
  void derivationIsThatOfHkdf() throws Exception {
    byte[] prk =
        java.util.HexFormat.of()
            .parseHex("077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5");
    byte[] info = java.util.HexFormat.of().parseHex("f0f1f2f3f4f5f6f7f8f9");

    assertThat(Derivation.of(prk, info))
        .isEqualTo(
            java.util.HexFormat.of()
                .parseHex("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf"));
  }
}
