package io.dartagnan.schema;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.schema.SealedProtection.Encryption;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The protection of each column of one table, and the protocol suite that compares their values.
 *
 * <p>Which shares a suite computes on may decide how a column is shared, see {@link
 * Protection#under}. The nearest declaration counts: the column's own, then its family's ({@code
 * family:*}), then the table's default. Where none is, {@link #protectionOf} is empty and the cell
 * is refused.
 */
public final class TableSchema {

  /** Begins the name of the descriptor value that declares a column or the rest of a family. */
  public static final String COLUMN_PREFIX = "dartagnan.column.";

  /** Names the descriptor value that declares the rest of the table. */
  public static final String DEFAULT = "dartagnan.default";

  /** Names the descriptor value that says which protocol suite compares the table's values. */
  public static final String SUITE = "dartagnan.suite";

  /** Names the descriptor value that has each protected value of the table carry a tag. */
  public static final String TAG = "dartagnan.tag";

  /** The one kind of tag: HMAC-SHA256 (RFC 2104, FIPS 180-4), cut to 128 bits. */
  public static final String TAG_ALGORITHM = "hmac-sha256";

  /** Names the descriptor value that has the table's keys, encrypted for its clients alone. */
  public static final String KEYS = "dartagnan.keys";

  /** Names the descriptor value that has clients encrypt the table's row keys. */
  public static final String ROW_KEYS = "dartagnan.key";

  private static final String RESERVED_PREFIX = "dartagnan.";
  private static final byte[] ANY_QUALIFIER = {'*'};

  private final TableName table;
  private final Map<byte[], Map<byte[], Protection>> columns;
  private final Protection rest;
  private final String suite;
  private final Optional<Encryption> rowKeys;
  private final String keys;

  private TableSchema(
      TableName table,
      Map<byte[], Map<byte[], Protection>> columns,
      Protection rest,
      String suite,
      Optional<Encryption> rowKeys,
      String keys) {
    this.table = table;
    this.columns = columns;
    this.rest = rest;
    this.suite = suite;
    this.rowKeys = rowKeys;
    this.keys = keys;
  }

  /**
   * Reads the schema of a table that was, or is about to be, created.
   *
   * @throws IllegalArgumentException listing everything that is wrong with its declarations, or
   *     with the three lines to add when there are none
   */
  public static TableSchema of(TableDescriptor descriptor) {
    Map<byte[], Map<byte[], Protection>> columns = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    Protection rest = null;
    String suite = null;
    Optional<Encryption> rowKeys = Optional.empty();
    String keys = null;
    boolean tagged = false;
    List<String> wrong = new ArrayList<>();
    for (Map.Entry<String, byte[]> declaration : declarations(descriptor).entrySet()) {
      String name = declaration.getKey();
      String value = new String(declaration.getValue(), StandardCharsets.UTF_8);
      try {
        if (name.equals(DEFAULT)) {
          rest = Protection.parse(value);
        } else if (name.equals(SUITE)) {
          suite = suiteName(value);
        } else if (name.equals(TAG)) {
          tagged = isTagged(value);
        } else if (name.equals(ROW_KEYS)) {
          rowKeys = encryptionOfRowKeys(value);
        } else if (name.equals(KEYS)) {
          keys = value;
        } else if (name.startsWith(COLUMN_PREFIX)) {
          Protection protection = Protection.parse(value);
          byte[][] column = columnOf(name, descriptor);
          columns
              .computeIfAbsent(column[0], f -> new TreeMap<>(Bytes.BYTES_COMPARATOR))
              .put(column[1], protection);
        } else if (!name.startsWith(InnerVersions.PREFIX)) {
          throw new IllegalArgumentException(
              "it is not a name that a schema knows; "
                  + (COLUMN_PREFIX
                      + "<family>:<qualifier>, "
                      + DEFAULT
                      + ", "
                      + SUITE
                      + ", "
                      + TAG
                      + " and "
                      + ROW_KEYS
                      + " are"));
        }
      } catch (IllegalArgumentException e) {
        wrong.add("'" + name + "': " + e.getMessage());
      }
    }
    if (!wrong.isEmpty()) {
      throw new IllegalArgumentException(
          "the schema of table "
              + descriptor.getTableName()
              + " cannot be used: "
              + String.join("; ", wrong));
    }
    if (columns.isEmpty() && rest == null) {
      throw new IllegalArgumentException(undeclared(descriptor));
    }
    if (suite != null) {
      Set<Sharing> sharings = InstalledSuites.sharings(suite);
      columns.values().forEach(family -> family.replaceAll((column, p) -> p.under(sharings)));
      rest = rest == null ? null : rest.under(sharings);
    }
    if (tagged) {
      columns.values().forEach(family -> family.replaceAll((column, p) -> p.tagged()));
      rest = rest == null ? null : rest.tagged();
    }
    TableSchema schema =
        new TableSchema(descriptor.getTableName(), columns, rest, suite, rowKeys, keys);
    if (tagged && schema.protections().noneMatch(Protection::isTagged)) {
      throw new IllegalArgumentException(
          "the schema of table %s cannot be used: '%s': it has no protected column whose values could carry tags"
              .formatted(descriptor.getTableName(), TAG));
    }
    return schema;
  }

  /**
   * Returns a table that is to be created with the suite named that it gets by default. It gets
   * none where it names one, or is of {@link ProtocolSuites#DEFAULT}. Not for tables that are
   * there: how their numbers are shared depends on the suite.
   *
   * @throws IllegalArgumentException as {@link #of} does
   */
  public static TableDescriptor withSuite(TableDescriptor table) {
    TableSchema schema = of(table);
    String suite = defaultSuite(schema.protections());
    return schema.suite().isPresent() || suite.equals(ProtocolSuites.DEFAULT)
        ? table
        : TableDescriptorBuilder.newBuilder(table).setValue(SUITE, suite).build();
  }

  /** Name of the suite of a new table that names none, by the protections of its columns. */
  public static String defaultSuite(Stream<Protection> protections) {
    List<Protection> shared = protections.filter(Protection::needsSuite).toList();
    return !shared.isEmpty() && shared.stream().allMatch(Protection::isHeldByAnyTwo)
        ? ProtocolSuites.DEFAULT_OF_REPLICATED
        : ProtocolSuites.DEFAULT;
  }

  private static boolean isTagged(String value) {
    if (!value.equals(TAG_ALGORITHM)) {
      throw new IllegalArgumentException(
          "'%s' is no kind of tag; '%s' is".formatted(value, TAG_ALGORITHM));
    }
    return true;
  }

  private static Optional<Encryption> encryptionOfRowKeys(String value) {
    return switch (value) {
      case "plain" -> Optional.empty();
      case "det" -> Optional.of(Encryption.DET);
      case "ope" -> Optional.of(Encryption.OPE);
      default ->
          throw new IllegalArgumentException(
              "'%s' was given; row keys are 'det', 'ope' or 'plain'".formatted(value));
    };
  }

  /** Whether a table descriptor declares any protection at all. */
  public static boolean isDeclaredIn(TableDescriptor descriptor) {
    return declarations(descriptor).keySet().stream()
        .anyMatch(name -> name.equals(DEFAULT) || name.startsWith(COLUMN_PREFIX));
  }

  /** Writes one column's declaration into a descriptor; {@code qualifier} may be {@code "*"}. */
  public static TableDescriptorBuilder declare(
      TableDescriptorBuilder table, String family, String qualifier, Protection protection) {
    return table.setValue(COLUMN_PREFIX + family + ":" + qualifier, protection.toString());
  }

  /** Writes the declaration of the rest of the table into a descriptor. */
  public static TableDescriptorBuilder declareRest(
      TableDescriptorBuilder table, Protection protection) {
    return table.setValue(DEFAULT, protection.toString());
  }

  /** The table whose schema this is. */
  public TableName table() {
    return table;
  }

  /** Name of the protocol suite that the table asks for; empty when it asks for none. */
  public Optional<String> suite() {
    return Optional.ofNullable(suite);
  }

  /** Whether its protected values carry tags. */
  public boolean isTagged() {
    return protections().anyMatch(Protection::isTagged);
  }

  /** Whether clients encrypt values of some columns. */
  public boolean isSealed() {
    return protections().anyMatch(SealedProtection.class::isInstance);
  }

  /** How clients encrypt its row keys; empty if they do not. */
  public Optional<Encryption> rowKeys() {
    return rowKeys;
  }

  /** Whether its clients need keys, for tags or for what they encrypt. */
  public boolean needsKeys() {
    return isTagged() || isSealed() || rowKeys.isPresent();
  }

  /** Its keys, encrypted for its clients; empty where it has none, or not yet. */
  public Optional<String> keys() {
    return Optional.ofNullable(keys);
  }

  /**
   * Whether one of its clouds may lie: its suite is secure against that, and what a cloud says
   * alone decides nothing.
   */
  public boolean withstandsLies() {
    return suite().filter(InstalledSuites::withstandsLies).isPresent();
  }

  /** The id of keys, which stands before them, and stays when they are changed. */
  public static String idOfKeys(String keys) {
    return keys.substring(0, Math.max(0, keys.indexOf(':')));
  }

  /**
   * The id of the table's keys and the number of the newest, where clients encrypt values: who
   * knows fewer keys would not find what was written under the newest. Empty elsewhere; values with
   * tags are found without keys.
   */
  public Optional<String> keysOfSealed() {
    return isSealed() ? keys().map(TableSchema::newestOfKeys) : Optional.empty();
  }

  /** The number of its newest key, which is how many it has had; 0 if it has none. */
  public int numberOfKeys() {
    return keys().map(TableSchema::newestOfKeys).map(TableSchema::newestKey).orElse(0);
  }

  /** The number of the newest in what {@link #keysOfSealed} says; 0 if it says none. */
  static int newestKey(String keysOfSealed) {
    try {
      return Integer.parseInt(keysOfSealed.substring(keysOfSealed.indexOf(':') + 1));
    } catch (NumberFormatException e) {
      // Altered, as whoever decrypts the keys is told.
      return 0;
    }
  }

  private static String newestOfKeys(String keys) {
    int second = keys.indexOf(':', keys.indexOf(':') + 1);
    return keys.substring(0, Math.max(0, second));
  }

  /**
   * The number that stands for the protection of all columns and of row keys, and of which keys: a
   * client that splits a value, and a cloud that stores its share, must mean the same. The suite is
   * no part of it.
   */
  public long digest() {
    VersionDigest digest = new VersionDigest();
    columns.forEach(
        (family, ofFamily) ->
            ofFamily.forEach(
                (qualifier, protection) ->
                    digest
                        .addName(family)
                        .addName(qualifier)
                        .addName(Bytes.toBytes(protection.toString()))));
    if (keys != null) {
      digest.addName(Bytes.toBytes(keysOfSealed().orElse(idOfKeys(keys))));
    }
    rowKeys.ifPresent(scheme -> digest.addName(Bytes.toBytes(ROW_KEYS + " " + scheme)));
    return digest.addName(Bytes.toBytes(String.valueOf(rest))).first();
  }

  /** The protections that it declares, of columns, the rest of families, and that of the table. */
  public Stream<Protection> protections() {
    return Stream.concat(
        columns.values().stream().flatMap(family -> family.values().stream()),
        Stream.ofNullable(rest));
  }

  /** The columns that are declared, by family and qualifier; {@code *} is the rest of a family. */
  public Map<byte[], Map<byte[], Protection>> columns() {
    return Collections.unmodifiableMap(columns);
  }

  /**
   * The protections that cells of a family may have.
   *
   * @param qualifiers which columns; null or empty for the whole family
   */
  public List<Protection> protectionsOf(byte[] family, Collection<byte[]> qualifiers) {
    if (qualifiers != null && !qualifiers.isEmpty()) {
      return qualifiers.stream()
          .flatMap(qualifier -> protectionOf(family, qualifier).stream())
          .toList();
    }
    Map<byte[], Protection> ofFamily = columns.getOrDefault(family, Map.of());
    List<Protection> protections = new ArrayList<>(ofFamily.values());
    if (rest != null && !ofFamily.containsKey(ANY_QUALIFIER)) {
      protections.add(rest);
    }
    return protections;
  }

  /** Protection of a column; empty when nothing declares it. */
  public Optional<Protection> protectionOf(byte[] family, byte[] qualifier) {
    Map<byte[], Protection> ofFamily = columns.getOrDefault(family, Map.of());
    Protection found = null;
    if (!ofFamily.isEmpty()) {
      found = ofFamily.get(qualifier);
      if (found == null) {
        found = ofFamily.get(ANY_QUALIFIER);
      }
    }
    return Optional.ofNullable(found == null ? rest : found);
  }

  /**
   * Checks that its values can be where they are to be.
   *
   * @throws IllegalArgumentException if that is one cluster, and columns need three or tags are
   *     asked for
   */
  public void requireFor(Placement placement) {
    if (!placement.isOneCluster()) {
      return;
    }
    List<String> others =
        protections()
            .filter(each -> !isForOneCluster(each))
            .map(each -> "'" + each + "'")
            .distinct()
            .toList();
    if (!others.isEmpty()) {
      throw new IllegalArgumentException(
          "table %s has columns that need three clouds, and there is one cluster: %s; declare them std, det, ope or plain"
              .formatted(table, String.join(", ", others)));
    }
    if (isTagged()) {
      throw new IllegalArgumentException(
          "table %s asks for tags, and on one cluster there are none: what is sealed cannot be altered; leave '%s' out"
              .formatted(table, TAG));
    }
  }

  /** A plain cluster finds no words: what is searched is judged by clients there, as is std. */
  private static boolean isForOneCluster(Protection protection) {
    return protection.equals(Protection.PLAIN)
        || protection instanceof SealedProtection sealed
            && sealed.encryption() != Encryption.SEARCH;
  }

  /** The id of the write that a cell of a cloud is of, if it shows one. */
  public OptionalLong writeId(Cell cell, Party holder) {
    return protectionOf(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell))
        .map(protection -> protection.writeId(cell, holder))
        .orElse(OptionalLong.empty());
  }

  /**
   * Protection of a column.
   *
   * @throws IllegalArgumentException when nothing declares it, saying what to add
   */
  public Protection require(byte[] family, byte[] qualifier) {
    return protectionOf(family, qualifier)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "column %s:%s of table %s is not declared; add '%s%s:%s' or '%s' to the table"
                        .formatted(
                            Bytes.toStringBinary(family),
                            Bytes.toStringBinary(qualifier),
                            table,
                            COLUMN_PREFIX,
                            Bytes.toStringBinary(family),
                            Bytes.toStringBinary(qualifier),
                            DEFAULT)));
  }

  private static Map<String, byte[]> declarations(TableDescriptor descriptor) {
    Map<String, byte[]> declarations = new LinkedHashMap<>();
    descriptor
        .getValues()
        .forEach(
            (key, value) -> {
              // ISO 8859-1 maps bytes to characters one to one: qualifiers may be any bytes.
              String name = new String(key.copyBytes(), StandardCharsets.ISO_8859_1);
              if (name.startsWith(RESERVED_PREFIX)) {
                declarations.put(name, value.copyBytes());
              }
            });
    return declarations;
  }

  /** The form alone: reads and writes do without the suite, and so they do not ask for it. */
  private static String suiteName(String value) {
    if (!ProtocolSuites.isName(value)) {
      throw new IllegalArgumentException(
          "'"
              + value
              + "' is not a protocol suite; lower-case letters, digits and hyphens name one");
    }
    return value;
  }

  private static byte[][] columnOf(String name, TableDescriptor descriptor) {
    String column = name.substring(COLUMN_PREFIX.length());
    int colon = column.indexOf(':');
    if (colon < 1) {
      throw new IllegalArgumentException("it does not name a column as <family>:<qualifier>");
    }
    byte[] family = column.substring(0, colon).getBytes(StandardCharsets.ISO_8859_1);
    if (!descriptor.hasColumnFamily(family)) {
      throw new IllegalArgumentException(
          "the table has no family '" + Bytes.toStringBinary(family) + "'");
    }
    return new byte[][] {family, column.substring(colon + 1).getBytes(StandardCharsets.ISO_8859_1)};
  }

  private static String undeclared(TableDescriptor descriptor) {
    String family =
        descriptor.getColumnFamilyCount() == 0
            ? "<family>"
            : Bytes.toStringBinary(descriptor.getColumnFamilyNames().iterator().next());
    return """
        table %s does not say how its columns are protected; add to its descriptor, for example:
          .setValue("%s%s:<qualifier>", "additive int64")
          .setValue("%s%s:*", "xor string(64)")
          .setValue("%s", "plain")"""
        .formatted(
            descriptor.getTableName(), COLUMN_PREFIX, family, COLUMN_PREFIX, family, DEFAULT);
  }
}
