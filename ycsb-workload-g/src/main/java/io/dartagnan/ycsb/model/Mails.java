package io.dartagnan.ycsb.model;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.james.mime4j.dom.Message;
import org.apache.james.mime4j.message.DefaultMessageBuilder;
import org.apache.james.mime4j.stream.MimeConfig;

/**
 * Mails of a file in the format mbox, or of all files of a folder, which have one or more each.
 * Those without a sender or a date are left out, and so are files that are no mails.
 *
 * <p>They are the table of "W", Waage, Wiese, <em>Property Preserving Encryption in NoSQL Wide
 * Column Stores</em>, whose own mails are Enron's: sender ({@code det}), date and size ({@code
 * ope}), and what is not compared without a search for words ({@code std}).
 */
public final class Mails {
  private static final Map<Path, Mails> READ = new ConcurrentHashMap<>();

  /** The line before each mail of an mbox, and after an empty one. */
  private static final Pattern SEPARATOR =
      Pattern.compile(
          "(?:^|(?<=\n\n)|(?<=\n\r\n))From \\S+ +(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [^\n]*\n");

  private static final Pattern HEADER = Pattern.compile("[A-Za-z][A-Za-z0-9-]*:");
  private static final int SENDER = 64;
  private static final int BODY = 64 << 10;

  private final List<Mail> mails;

  /**
   * A mail.
   *
   * @param date in milliseconds since 1970
   * @param size in bytes, of all of it
   * @param body its first 64 KiB, as it was sent
   */
  private record Mail(String sender, long date, long size, String subject, byte[] body) {}

  private Mails(List<Mail> mails) {
    this.mails = List.copyOf(mails);
  }

  /**
   * The mails of a file or folder, which is read once by a process.
   *
   * @throws IOException if it cannot be read, or there is no mail in it
   */
  public static Mails of(Path path) throws IOException {
    if (!Files.isReadable(path)) {
      throw new IOException("there is no file or folder %s that can be read".formatted(path));
    }
    try {
      return READ.computeIfAbsent(path.toAbsolutePath().normalize(), Mails::read);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static Mails read(Path path) {
    List<Mail> mails = new ArrayList<>();
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        // One char a byte: mails may be in any encoding, and in several.
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        for (String each : SEPARATOR.split(text)) {
          mail(each).ifPresent(mails::add);
        }
      }
      if (mails.isEmpty()) {
        throw new IOException("there are no mails in " + path);
      }
      return new Mails(mails);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<Mail> mail(String text) throws IOException {
    if (!HEADER.matcher(text).lookingAt()) {
      return Optional.empty();
    }
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    DefaultMessageBuilder builder = new DefaultMessageBuilder();
    // Unwanted mails have headers of any length.
    builder.setMimeEntityConfig(MimeConfig.PERMISSIVE);
    Message message = builder.parseMessage(new ByteArrayInputStream(bytes));
    if (message.getFrom() == null || message.getFrom().isEmpty() || message.getDate() == null) {
      return Optional.empty();
    }
    int body = Math.max(text.indexOf("\n\n"), text.indexOf("\n\r\n")) + 1;
    return Optional.of(
        new Mail(
            message.getFrom().get(0).getAddress(),
            Math.max(0, message.getDate().getTime()),
            bytes.length,
            Optional.ofNullable(message.getSubject()).orElse(""),
            Arrays.copyOfRange(bytes, body, Math.min(bytes.length, body + BODY))));
  }

  /** How many there are. */
  public int count() {
    return mails.size();
  }

  /** The columns of their table, whose rows are mails. */
  public List<Column> columns() {
    return List.of(
        column("Mail:Sender", "string(" + SENDER + ")", "det", mail -> cut(mail.sender())),
        column("Mail:Date", "int64", "ope", mail -> Bytes.toBytes(mail.date())),
        column("Mail:Size", "int64", "ope", mail -> Bytes.toBytes(mail.size())),
        column("Mail:Subject", "", "std", mail -> Bytes.toBytes(mail.subject())),
        column("Mail:Body", "", "std", Mail::body));
  }

  private static byte[] cut(String sender) {
    byte[] bytes = sender.getBytes(StandardCharsets.US_ASCII);
    return Arrays.copyOf(bytes, Math.min(bytes.length, SENDER));
  }

  private Column column(String name, String type, String scheme, Function<Mail, byte[]> value) {
    List<byte[]> values = mails.stream().map(value).toList();
    Domain.Listed domain = Domain.listed(type, values);
    int[] numbers =
        IntStream.range(0, count()).map(row -> domain.number(values.get(row))).toArray();
    return Column.of(name, domain, row -> numbers[(int) row]).sealed(scheme);
  }
}
