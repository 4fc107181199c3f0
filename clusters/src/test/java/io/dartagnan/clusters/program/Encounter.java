package io.dartagnan.clusters.program;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * One line of the file as the program stores it. So that missing cells and negative numbers are
 * compared as well, some lines lose one field and some costs become refunds, by line number.
 *
 * @param id the row key
 * @param cells values by qualifier; an absent one is no cell
 */
public record Encounter(String id, Map<String, byte[]> cells) {

  public static final String CLASS = "ENCOUNTERCLASS";
  public static final String CODE = "CODE";
  public static final String PATIENT = "PATIENT";
  public static final String COST = "TOTAL_CLAIM_COST";
  public static final String DESCRIPTION = "DESCRIPTION";

  /** The column that is not protected. */
  public static final String START = "START";

  static final byte[] FAMILY = Bytes.toBytes("e");

  /** Each of these is absent from one line in as many as stand beside it. */
  private static final Map<String, Integer> GAPS =
      Map.of(CLASS, 11, CODE, 13, PATIENT, 17, COST, 19);

  private static final int REFUND = 23;

  /** Reads a file, in the order of row keys. */
  public static List<Encounter> read(Path csv) throws IOException {
    CSVFormat format = CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get();
    List<Encounter> encounters = new ArrayList<>();
    try (CSVParser records = format.parse(Files.newBufferedReader(csv))) {
      for (CSVRecord record : records) {
        encounters.add(of(record, encounters.size()));
      }
    }
    encounters.sort(Comparator.comparing(Encounter::row, Bytes.BYTES_COMPARATOR));
    return encounters;
  }

  private static Encounter of(CSVRecord record, int line) {
    long cents = new BigDecimal(record.get(COST)).movePointRight(2).longValueExact();
    Map<String, byte[]> cells = new TreeMap<>();
    cells.put(CODE, Bytes.toBytes(Long.parseLong(record.get(CODE))));
    cells.put(COST, Bytes.toBytes(line % REFUND == 0 ? -cents : cents));
    for (String text : List.of(CLASS, PATIENT, DESCRIPTION, START)) {
      cells.put(text, record.get(text).getBytes(StandardCharsets.UTF_8));
    }
    GAPS.forEach(
        (column, every) -> {
          if (line % every == every - 1) {
            cells.remove(column);
          }
        });
    return new Encounter(record.get("Id"), cells);
  }

  /** The row key. */
  public byte[] row() {
    return Bytes.toBytes(id);
  }

  Put put() {
    Put put = new Put(row());
    cells.forEach((qualifier, value) -> put.addColumn(FAMILY, Bytes.toBytes(qualifier), value));
    return put;
  }
}
