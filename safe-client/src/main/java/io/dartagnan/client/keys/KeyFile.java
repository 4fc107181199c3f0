package io.dartagnan.client.keys;

import io.dartagnan.client.configuration.ClientSettings;
import io.dartagnan.mpc.SystemRandom;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.apache.hadoop.conf.Configuration;

/**
 * The key under which tables' keys are encrypted, from a file that all clients of those tables have
 * and no cloud does.
 *
 * <p>The file has one line, {@code dartagnan key 1:} and 64 hexadecimal digits: 256 random bits. A
 * key of that kind needs no slow derivation as a password does. Tables' keys are encrypted with
 * AES-256-GCM (NIST SP 800-38D) under a random nonce of 96 bits, which is safe for 2^32 of them.
 */
public final class KeyFile {

  /** Bytes of a key, of this and of any other kind. */
  static final int KEY_BYTES = 32;

  private static final String BEGINNING = "dartagnan key 1:";
  private static final String CIPHER = "AES/GCM/NoPadding";
  private static final int NONCE_BYTES = 12;
  private static final int AUTHENTICATION_BITS = 128;
  private static final int ID_BYTES = 8;

  private final Path path;
  private final SecretKeySpec key;
  private final String id;

  private KeyFile(Path path, byte[] secret) {
    this.path = path;
    this.key = new SecretKeySpec(Derivation.of(secret, "wrap"), "AES");
    this.id = HexFormat.of().formatHex(Arrays.copyOf(Derivation.of(secret, "id"), ID_BYTES));
  }

  /**
   * Makes a file with a new key, which its owner alone may read.
   *
   * @throws IOException if there is a file of this name, or it cannot be written
   */
  public static KeyFile create(Path path) throws IOException {
    byte[] secret = drawn(KEY_BYTES);
    String line = BEGINNING + " " + HexFormat.of().formatHex(secret) + "\n";
    try (FileChannel file =
        FileChannel.open(
            path, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), ownersAlone())) {
      ByteBuffer text = ByteBuffer.wrap(line.getBytes(StandardCharsets.US_ASCII));
      while (text.hasRemaining()) {
        file.write(text);
      }
      file.force(true);
    } catch (FileAlreadyExistsException e) {
      throw new IOException(
          path + " is there already, and a key that tables were made with is never overwritten", e);
    }
    return new KeyFile(path, secret);
  }

  private static FileAttribute<?>[] ownersAlone() {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  /**
   * Reads a file.
   *
   * @throws IOException if it cannot be read or has no key; the message says nothing of its content
   */
  public static KeyFile read(Path path) throws IOException {
    String text;
    try {
      text = new String(Files.readAllBytes(path), StandardCharsets.US_ASCII).strip();
    } catch (NoSuchFileException e) {
      throw new IOException("there is no key file " + path, e);
    }
    requireClosed(path);
    if (text.startsWith(BEGINNING)) {
      try {
        byte[] secret = HexFormat.of().parseHex(text.substring(BEGINNING.length()).strip());
        if (secret.length == KEY_BYTES) {
          return new KeyFile(path, secret);
        }
      } catch (IllegalArgumentException e) {
        // Said below, without what stands there.
      }
    }
    throw new IOException(
        "%s is no key file: one has the line '%s' with %d hexadecimal digits, as 'dartagnan keys create' makes it"
            .formatted(path, BEGINNING, 2 * KEY_BYTES));
  }

  /** Checks that it is not everybody's on this machine; a group may have it. */
  private static void requireClosed(Path path) throws IOException {
    if (ownersAlone().length > 0) {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
      if (permissions.contains(PosixFilePermission.OTHERS_READ)
          || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
        throw new IOException(
            "%s may be read or written by everybody on this machine; take that away with 'chmod o-rw'"
                .formatted(path));
      }
    }
  }

  /** The file that a client's configuration names; empty if it names none. */
  public static Optional<KeyFile> of(Configuration conf) throws IOException {
    Optional<Path> path = ClientSettings.keyFile(conf);
    return path.isPresent() ? Optional.of(read(path.get())) : Optional.empty();
  }

  /** The name of the key: 16 hexadecimal digits that tell nothing of it. */
  public String id() {
    return id;
  }

  /** Encrypts; with the nonce before it. */
  byte[] encrypt(byte[] plain, byte[] context) {
    byte[] nonce = drawn(NONCE_BYTES);
    byte[] encrypted;
    try {
      encrypted = cipher(Cipher.ENCRYPT_MODE, nonce, context).doFinal(plain);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK lacks " + CIPHER, e);
    }
    byte[] whole = Arrays.copyOf(nonce, NONCE_BYTES + encrypted.length);
    System.arraycopy(encrypted, 0, whole, NONCE_BYTES, encrypted.length);
    return whole;
  }

  /**
   * Decrypts.
   *
   * @throws GeneralSecurityException if it was not encrypted under this key, for this context
   */
  byte[] decrypt(byte[] encrypted, byte[] context) throws GeneralSecurityException {
    if (encrypted.length < NONCE_BYTES) {
      throw new GeneralSecurityException("it was cut");
    }
    byte[] nonce = Arrays.copyOf(encrypted, NONCE_BYTES);
    return cipher(Cipher.DECRYPT_MODE, nonce, context)
        .doFinal(encrypted, NONCE_BYTES, encrypted.length - NONCE_BYTES);
  }

  private Cipher cipher(int mode, byte[] nonce, byte[] context) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(CIPHER);
    cipher.init(mode, key, new GCMParameterSpec(AUTHENTICATION_BITS, nonce));
    cipher.updateAAD(context);
    return cipher;
  }

  static byte[] drawn(int bytes) {
    byte[] drawn = new byte[bytes];
    SystemRandom.get().nextBytes(drawn);
    return drawn;
  }

  /** Its name and where it is; nothing of the key. */
  @Override
  public String toString() {
    return "key %s of %s".formatted(id, path);
  }
}
