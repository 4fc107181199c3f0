package io.dartagnan.client.rpc;

import static org.apache.hadoop.hbase.client.Durability.ASYNC_WAL;
import static org.apache.hadoop.hbase.client.Durability.SKIP_WAL;
import static org.apache.hadoop.hbase.client.Durability.SYNC_WAL;

import io.dartagnan.mpc.Party;
import io.dartagnan.schema.FamilySettings;
import io.dartagnan.schema.Placement;
import io.dartagnan.schema.TableSchema;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A comparison of three clouds' answers, which must be alike; its error names the one that differs.
 */
public final class CloudConsensus {
  private static final String MENDED =
      "set it alike with HBase's shell on the cloud that is wrong ('dartagnan doctor' lists all that differs), or call Admin.modifyTable again if such a call has failed";

  private static String mended(String key, TableDescriptor table) {
    return key.equals(TableSchema.KEYS)
        ? "'dartagnan keys rotate %s' gives all clouds the same".formatted(table.getTableName())
        : MENDED;
  }

  /** What a cloud that crashes may lose; each of the others is as HBase takes the default. */
  private static final Set<Durability> LESS = EnumSet.of(SKIP_WAL, ASYNC_WAL);

  /** Descriptors of one table that differ: it is being changed, or was changed on some clouds. */
  public static final class Disagreement extends DoNotRetryIOException {
    private static final long serialVersionUID = 1L;

    /** Creates one that says so. */
    public Disagreement(String message) {
      super(message);
    }
  }

  private CloudConsensus() {}

  /**
   * Returns the first of three descriptors of one table, when they declare the same protection and
   * the same families, with the same {@link FamilySettings}, and may lose as little of what is
   * written.
   *
   * @throws Disagreement naming the cloud that differs, and in what
   */
  public static TableDescriptor onDeclarations(List<TableDescriptor> byCloud)
      throws DoNotRetryIOException {
    List<Map<String, String>> declared =
        byCloud.stream().map(CloudConsensus::declarations).toList();
    Set<String> keys = new LinkedHashSet<>();
    declared.forEach(values -> keys.addAll(values.keySet()));
    for (String key : keys) {
      try {
        on(
            key + " of table " + byCloud.get(0).getTableName(),
            declared.stream().map(values -> values.getOrDefault(key, "absent")).toList(),
            Function.identity());
      } catch (DoNotRetryIOException e) {
        throw new Disagreement(e.getMessage() + "; " + mended(key, byCloud.get(0)));
      }
    }
    return byCloud.get(0);
  }

  /**
   * Returns the descriptor of a table that two clouds have, when they declare the same protection
   * and the same families.
   *
   * @param lost the cloud that is not asked, whose entry does not count
   * @throws Disagreement saying in what they differ
   */
  public static TableDescriptor onDeclarations(List<TableDescriptor> byCloud, Party lost)
      throws DoNotRetryIOException {
    TableDescriptor next = byCloud.get(lost.next().index());
    TableDescriptor prev = byCloud.get(lost.prev().index());
    Map<String, String> ofNext = declarations(next);
    Map<String, String> ofPrev = declarations(prev);
    Set<String> keys = new LinkedHashSet<>(ofNext.keySet());
    keys.addAll(ofPrev.keySet());
    for (String key : keys) {
      String there = ofNext.getOrDefault(key, "absent");
      String here = ofPrev.getOrDefault(key, "absent");
      if (!there.equals(here)) {
        throw new Disagreement(
            "clouds %d and %d differ on %s of table %s, and cloud %d does not answer: %s and %s; %s"
                .formatted(
                    lost.next().index(),
                    lost.prev().index(),
                    key,
                    next.getTableName(),
                    lost.index(),
                    there,
                    here,
                    mended(key, next)));
      }
    }
    return next;
  }

  /**
   * Returns the one answer.
   *
   * @param what names the question, for the message
   * @param answers entry i from cloud i
   * @param comparable what of an answer must be alike; its string goes into the message
   */
  public static <T> T on(String what, List<T> answers, Function<? super T, ?> comparable)
      throws DoNotRetryIOException {
    if (answers.size() == 1) {
      return answers.get(0);
    }
    List<Object> compared = answers.stream().<Object>map(comparable).toList();
    List<Party> outvoted = Placement.THREE_CLOUDS.outvoted(compared, Objects::equals);
    if (outvoted.isEmpty()) {
      return answers.get(0);
    }
    Party cloud = outvoted.get(0);
    Object own = compared.get(cloud.index());
    Object next = compared.get(cloud.next().index());
    throw new DoNotRetryIOException(
        outvoted.size() > 1
            ? "the three clouds differ on %s: %s".formatted(what, compared)
            : "cloud %d differs from the two others on %s: %s there, %s on them"
                .formatted(cloud.index(), what, own, next));
  }

  /** Returns what must be alike, by its name; families first, since a family has settings. */
  private static Map<String, String> declarations(TableDescriptor descriptor) {
    Map<String, String> declarations = new LinkedHashMap<>();
    declarations.put(
        "'column families'",
        descriptor.getColumnFamilyNames().stream().map(Bytes::toStringBinary).toList().toString());
    Durability durability = descriptor.getDurability();
    declarations.put("'DURABILITY'", (LESS.contains(durability) ? durability : SYNC_WAL).name());
    descriptor
        .getValues()
        .forEach(
            (key, value) -> {
              String name = Bytes.toStringBinary(key.copyBytes());
              if (name.startsWith("dartagnan.")) {
                declarations.put(
                    "'" + name + "'", new String(value.copyBytes(), StandardCharsets.UTF_8));
              }
            });
    for (ColumnFamilyDescriptor family : descriptor.getColumnFamilies()) {
      FamilySettings.of(family)
          .forEach(
              (name, value) ->
                  declarations.put(
                      "'%s' of family %s".formatted(name, Bytes.toStringBinary(family.getName())),
                      value));
    }
    return declarations;
  }
}
