package io.dartagnan.client.rpc;

import io.dartagnan.write.RollbackMark;
import io.dartagnan.write.RowCondition;
import io.dartagnan.write.WriteMark;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.IsolationLevel;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.security.visibility.VisibilityConstants;
import org.apache.hadoop.hbase.util.Bytes;

/** What three clouds do not serve, refused before anything is sent, with every reason at once. */
public final class Unsupported {
  private static final String LABELS =
      "visibility labels: a cloud's labels are part of each cell, the three would have to agree";

  private static final List<String> OWN_ATTRIBUTES =
      List.of(WriteMark.ATTRIBUTE, RollbackMark.ATTRIBUTE, RowCondition.ATTRIBUTE);

  // HBase's own name of what Scan.setEnableScanMetricsByRegion sets; earlier releases have neither.
  private static final String METRICS_BY_REGION = "scan.attributes.metrics.byregion.enable";

  private final Set<String> reasons = new LinkedHashSet<>();

  private Unsupported() {}

  /** Returns the exception for an operation that the Safe Client does not have. */
  public static UnsupportedOperationException operation(String operation, String why) {
    return new UnsupportedOperationException(operation + " is not supported yet: " + why);
  }

  /** Returns the reasons why a scan cannot be served, its filter apart; empty when it can. */
  public static List<String> of(Scan scan) {
    Unsupported options = new Unsupported();
    options.query(scan);
    options.when(
        scan.isRaw(), "setRaw: delete markers and torn versions are not shown, set it to false");
    options.when(
        scan.isNeedCursorResult(),
        "setNeedCursorResult: three scanners have no common cursor; scan one range of rows after"
            + " the other");
    options.when(
        scan.getAttribute(METRICS_BY_REGION) != null
            && Bytes.toBoolean(scan.getAttribute(METRICS_BY_REGION)),
        "setEnableScanMetricsByRegion: the three clusters have different regions");
    return options.list();
  }

  /** Returns the reasons why a get cannot be served; empty when it can. */
  public static List<String> of(Get get) {
    Unsupported options = new Unsupported();
    options.query(get);
    return options.list();
  }

  /** Returns the reasons why writes cannot be done; empty when they can. */
  public static List<String> of(Collection<? extends Mutation> mutations) {
    Unsupported options = new Unsupported();
    for (Mutation mutation : mutations) {
      options.when(
          mutation.getAttribute(VisibilityConstants.VISIBILITY_LABELS_ATTR_KEY) != null, LABELS);
      options.when(mutation.getACL() != null, "setACL: cell permissions differ between clouds");
      for (String own : OWN_ATTRIBUTES) {
        if (mutation.getAttribute(own) != null) {
          options.reasons.add("attribute '" + own + "': it is the client's own");
        }
      }
      for (List<Cell> cells : mutation.getFamilyCellMap().values()) {
        for (Cell cell : cells) {
          options.cell(mutation, cell);
        }
      }
    }
    return options.list();
  }

  /**
   * Returns the reasons why families of a table cannot be as they are declared: settings under
   * which three clusters cannot agree on what a cell holds. Empty when they can.
   */
  public static List<String> of(TableDescriptor table) {
    Unsupported options = new Unsupported();
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      options.family(family);
    }
    return options.list();
  }

  /** Throws when there is a reason to. */
  public static void throwIfAny(String operation, List<String> reasons) {
    if (!reasons.isEmpty()) {
      throw new UnsupportedOperationException(
          "this " + operation + " is not supported: " + String.join("; ", reasons));
    }
  }

  private void query(Query query) {
    when(
        query.getConsistency() == Consistency.TIMELINE,
        "setConsistency(TIMELINE): replicas of three clouds lag differently");
    when(query.getReplicaId() >= 0, "setReplicaId: replicas of three clouds lag differently");
    when(
        query.getIsolationLevel() != IsolationLevel.READ_COMMITTED,
        "setIsolationLevel(READ_UNCOMMITTED): uncommitted shares do not belong together");
    when(query.getAttribute(VisibilityConstants.VISIBILITY_LABELS_ATTR_KEY) != null, LABELS);
    when(query.getACL() != null, "setACL: cell permissions differ between clouds");
    when(
        asksForMetrics(query),
        "setQueryMetricsEnabled: an answer is put together from what three clusters read");
    when(
        query.getAttribute(io.dartagnan.query.Query.ATTRIBUTE) != null,
        "attribute '" + io.dartagnan.query.Query.ATTRIBUTE + "': it is the client's own");
  }

  /**
   * Returns whether it does; earlier releases of HBase have neither such metrics nor the method.
   */
  private static boolean asksForMetrics(Query query) {
    try {
      return query.isQueryMetricsEnabled();
    } catch (NoSuchMethodError e) {
      return false;
    }
  }

  private void cell(Mutation mutation, Cell cell) {
    when(
        cell instanceof ExtendedCell stored && stored.getTagsLength() > 0,
        "cell tags: the servers own them");
    boolean isPut = cell.getType() == Cell.Type.Put;
    boolean inPut = mutation instanceof Put;
    if (isPut != inPut) {
      reasons.add("cells of type " + cell.getType() + " in such a mutation: nothing fits");
    }
    when(
        cell.getType() == Cell.Type.Delete && cell.getTimestamp() == HConstants.LATEST_TIMESTAMP,
        "Delete.addColumn without a timestamp: which version is the newest, three clouds may see"
            + " differently; give the timestamp, or use addColumns for all versions");
  }

  private void family(ColumnFamilyDescriptor family) {
    String of = " of family " + family.getNameAsString();
    if (family.getKeepDeletedCells() != KeepDeletedCells.FALSE) {
      reasons.add(
          "KEEP_DELETED_CELLS => %s%s: parts of failed writes, which the client deletes, would count as versions and push complete ones out; set it to FALSE"
              .formatted(family.getKeepDeletedCells(), of));
    }
    if (family.isNewVersionBehavior()) {
      reasons.add(
          "NEW_VERSION_BEHAVIOR => true%s: what a delete hides would depend on the order in which writes reach each cluster; set it to false"
              .formatted(of));
    }
    if (family.getMinVersions() > 0) {
      reasons.add(
          "MIN_VERSIONS => %d%s: parts of failed writes would count among the versions that outlive their TTL; set it to 0"
              .formatted(family.getMinVersions(), of));
    }
  }

  private void when(boolean refused, String reason) {
    if (refused) {
      reasons.add(reason);
    }
  }

  private List<String> list() {
    return List.copyOf(reasons);
  }
}
