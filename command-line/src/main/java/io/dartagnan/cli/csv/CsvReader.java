package io.dartagnan.cli.csv;

import io.dartagnan.cli.column.NumberText;
import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.cli.terminal.Sentence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * Reads a CSV file as RFC 4180 describes it, in UTF-8, with a header line. Anything that is not
 * right ends in one sentence that names the file and the line.
 */
public final class CsvReader {

  /** The largest file, in bytes: all of it is held in memory. */
  static final long MAX_BYTES = 1L << 30;

  private static final CSVFormat FORMAT = CSVFormat.RFC4180;
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final String file;

  private CsvReader(Path path) {
    this.file = path.toString();
  }

  /** Reads and checks a whole file. */
  public static CsvTable read(Path path) {
    CsvReader reader = new CsvReader(path);
    return reader.parse(reader.text(path));
  }

  private String text(Path path) {
    if (!Files.exists(path)) {
      throw new CommandException(file + ": there is no such file");
    }
    if (Files.isDirectory(path)) {
      throw new CommandException(file + " is a folder; name a CSV file");
    }
    if (!Files.isReadable(path)) {
      throw new CommandException(file + " cannot be read; check its permissions");
    }
    try {
      long size = Files.size(path);
      if (size > MAX_BYTES) {
        throw new CommandException(
            "%s has %,d bytes, at most %,d are read at once; split the file"
                .formatted(file, size, MAX_BYTES));
      }
      String text = decode(Files.readAllBytes(path));
      return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    } catch (IOException e) {
      throw new CommandException(file + " cannot be read: " + Sentence.of(e), e);
    }
  }

  private String decode(byte[] bytes) {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CoderResult result = decoder.decode(in, out, true);
    if (result.isError()) {
      int line = 1;
      for (int i = 0; i < in.position(); i++) {
        line += bytes[i] == '\n' ? 1 : 0;
      }
      throw new CommandException(
          "%s, line %d: the text is not UTF-8; convert the file to UTF-8 first"
              .formatted(file, line));
    }
    return out.flip().toString();
  }

  private CsvTable parse(String text) {
    if (text.isBlank()) {
      throw new CommandException(
          file + " is empty; a header line and at least one record are needed");
    }
    List<String> header = null;
    List<String[]> records = new ArrayList<>();
    List<Integer> lines = new ArrayList<>();
    try (CSVParser parser = CSVParser.parse(text, FORMAT)) {
      Iterator<CSVRecord> iterator = parser.iterator();
      for (int line = 1; hasNext(iterator, line); line = (int) parser.getCurrentLineNumber() + 1) {
        String[] fields = iterator.next().values();
        boolean blankLine = fields.length == 1 && fields[0].isBlank();
        if (header == null) {
          header = header(fields, line);
        } else if (!blankLine) {
          requireAsMany(fields, header, line);
          records.add(fields);
          lines.add(line);
        }
      }
    } catch (IOException e) {
      throw new CommandException(file + " cannot be read: " + Sentence.of(e), e);
    }
    if (records.isEmpty()) {
      throw new CommandException(file + " has a header and no records; there is nothing to import");
    }
    CsvTable table = new CsvTable(file, header, records, lines);
    requireHeader(table);
    return table;
  }

  private boolean hasNext(Iterator<CSVRecord> iterator, int line) {
    try {
      return iterator.hasNext();
    } catch (UncheckedIOException e) {
      boolean unclosed = String.valueOf(e.getMessage()).contains("EOF reached");
      throw new CommandException(
          unclosed
              ? "%s, line %d: a quote is opened in this record and never closed"
                  .formatted(file, line)
              : ("%s, line %d: after a closing quote a comma or the end of the line must follow; "
                      + "write a quote inside a quoted field twice")
                  .formatted(file, line),
          e);
    }
  }

  private List<String> header(String[] fields, int line) {
    List<String> names = new ArrayList<>();
    Map<String, Integer> seen = new HashMap<>();
    for (int i = 0; i < fields.length; i++) {
      String name = fields[i].strip();
      if (name.isEmpty()) {
        throw new CommandException(
            "%s, line %d: column %d has no name; the first line must be a header that names every column"
                .formatted(file, line, i + 1));
      }
      if (name.equals("*")) {
        throw new CommandException(
            "%s, line %d: column %d is named '*', which a schema uses for all other columns; rename it"
                .formatted(file, line, i + 1));
      }
      Integer before = seen.putIfAbsent(name, i + 1);
      if (before != null) {
        throw new CommandException(
            "%s, line %d: columns %d and %d are both named '%s'; names must be unique"
                .formatted(file, line, before, i + 1, name));
      }
      names.add(name);
    }
    if (names.size() < 2) {
      throw new CommandException(
          ("%s, line %d: the header names one column; a row key and at least one other column are"
                  + " needed, separated by commas")
              .formatted(file, line));
    }
    return names;
  }

  private void requireAsMany(String[] fields, List<String> header, int line) {
    if (fields.length != header.size()) {
      throw new CommandException(
          "%s, line %d: the record has %d fields, the header names %d columns"
              .formatted(file, line, fields.length, header.size()));
    }
  }

  /** Refuses a first line with a number above every column of numbers: it is a record. */
  private static void requireHeader(CsvTable table) {
    boolean looksLikeARecord = false;
    for (int column = 0; column < table.header().size(); column++) {
      if (isNumeric(table, column)) {
        if (!NumberText.isNumber(table.header().get(column))) {
          return;
        }
        looksLikeARecord = true;
      }
    }
    if (looksLikeARecord) {
      throw new CommandException(
          table.file()
              + ", line 1: the first line looks like a record; a header that names every column is"
              + " needed above it");
    }
  }

  private static boolean isNumeric(CsvTable table, int column) {
    boolean any = false;
    for (int record = 0; record < table.size(); record++) {
      String field = table.field(record, column);
      if (!field.isEmpty()) {
        if (!NumberText.isNumber(field)) {
          return false;
        }
        any = true;
      }
    }
    return any;
  }
}
