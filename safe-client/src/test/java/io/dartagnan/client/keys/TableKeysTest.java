package io.dartagnan.client.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.configuration.ClientKeys;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableKeysTest {
  private static final TableName TABLE = TableName.valueOf("t");

  @TempDir private Path folder;
  private KeyFile file;

  @BeforeEach
  void makeAKey() throws IOException {
    file = KeyFile.create(folder.resolve("key"));
  }

  @Test
  void rotationAddsAKeyAndKeepsTheOlderOnes() throws IOException {
    TableKeys first = TableKeys.create();
    TableKeys second = first.rotate();
    TableKeys read = TableKeys.decrypt(second.encrypt(file), file, TABLE);

    assertThat(first.newest()).isEqualTo(1);
    assertThat(read.newest()).isEqualTo(2);
    assertThat(read.all()).hasSize(2);
    assertThat(read.all().get(0).secret()).isEqualTo(first.current().secret());
    assertThat(read.current().secret())
        .isEqualTo(second.current().secret())
        .isNotEqualTo(first.current().secret());
    assertThat(read.describe()).hasSize(2).allMatch(line -> line.matches("key \\d, made .*Z"));
    assertThat(read).hasToString("2 keys");
  }

  @Test
  void keysAreWithinThoseThatWereMadeOfThem() {
    TableKeys first = TableKeys.create();
    TableKeys second = first.rotate();

    assertThat(first.areWithin(first)).isTrue();
    assertThat(first.areWithin(second)).isTrue();
    assertThat(second.areWithin(first)).isFalse();
    assertThat(second.areWithin(first.rotate())).as("another second key").isFalse();
    assertThat(first.areWithin(TableKeys.create().rotate())).isFalse();
  }

  @Test
  void aTableHasAtMost255Keys() throws IOException {
    TableKeys keys = TableKeys.create();
    for (int i = 2; i <= 255; i++) {
      keys = keys.rotate();
    }
    TableKeys most = TableKeys.decrypt(keys.encrypt(file), file, TABLE);

    assertThat(most.newest()).isEqualTo(255);
    assertThatThrownBy(most::rotate)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("255 keys");
  }

  @Test
  void keysOfUsesAreApart() {
    TableKeys keys = TableKeys.create().rotate();
    assertThat(keys.numbers()).containsExactly(1, 2);
    assertThat(keys.deriveForSealing(1, "a")).hasSize(32).isEqualTo(keys.deriveForSealing(1, "a"));
    assertThat(keys.deriveForSealing(1, "a")).isNotEqualTo(keys.deriveForSealing(2, "a"));
    assertThat(keys.deriveForSealing(1, "a")).isNotEqualTo(keys.deriveForSealing(1, "b"));
    assertThatThrownBy(() -> keys.deriveForSealing(3, "a"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("key 3 was asked for, there are [1, 2]");
  }

  @Test
  void anotherFilesKeyIsNamedByItsIdAndTheFile() throws IOException {
    KeyFile other = KeyFile.create(folder.resolve("other"));
    String encrypted = TableKeys.create().encrypt(file);

    assertThat(TableKeys.keyOf(encrypted)).isEqualTo(file.id());
    assertThatThrownBy(() -> TableKeys.decrypt(encrypted, other, TABLE))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessage(
            "the keys of table t are encrypted under key %s, and %s has key %s of %s"
                .formatted(file.id(), ClientKeys.KEY_FILE, other.id(), folder.resolve("other")));
  }

  @Test
  void whatACloudAlteredIsRefused() {
    String encrypted = TableKeys.create().encrypt(file);
    for (int at = encrypted.lastIndexOf(':') + 1; at < encrypted.length(); at++) {
      StringBuilder altered = new StringBuilder(encrypted);
      altered.setCharAt(at, altered.charAt(at) == 'A' ? 'B' : 'A');
      assertThatThrownBy(() -> TableKeys.decrypt(altered.toString(), file, TABLE))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessage(
              "the keys of table t cannot be decrypted: what stands in its descriptor was altered");
    }
    String anotherId = (encrypted.charAt(0) == 'a' ? 'b' : 'a') + encrypted.substring(1);
    assertThatThrownBy(() -> TableKeys.decrypt(anotherId, file, TABLE))
        .hasMessageContaining("was altered");
    String anotherNumber = encrypted.replaceFirst(":1:", ":2:");
    assertThatThrownBy(() -> TableKeys.decrypt(anotherNumber, file, TABLE))
        .hasMessageContaining("was altered");
    assertThat(TableKeys.keyOf("")).isEmpty();
    assertThat(TableKeys.keyOf("x")).isEmpty();
  }
}
