package io.dartagnan.clusters.liar;

import io.dartagnan.query.Query;
import io.dartagnan.write.VersionStanding;
import io.dartagnan.write.VersionStanding.Age;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.OperationStatus;
import org.apache.hadoop.hbase.regionserver.RegionScanner;

/**
 * The coprocessor of a region whose cloud lies to clients, at random. It is called before
 * d'Artagnan's own, so that what that one answers with rests on its lies.
 */
public class LyingRegion implements RegionCoprocessor, RegionObserver {
  /** Names the setting with the lies that it tells, by their names. */
  public static final String LIES = "liar.lies";

  /** Names the setting with how many of a hundred occasions it takes. */
  public static final String PERCENT = "liar.percent";

  /** Names the setting with the seed of its choices. */
  public static final String SEED = "liar.seed";

  /** Names the setting that is true if it tells the same of a row each time. */
  public static final String STEADY = "liar.steady";

  /** Names the setting with the folder in which it leaves a file for each lie that it has told. */
  public static final String TOLD = "liar.told";

  /** A way to lie. */
  public enum Lie {
    /** Leaves the newest version of a column out, of what is read. */
    OMITS_A_VERSION,
    /** Leaves a whole row out. */
    OMITS_A_ROW,
    /** Returns a version with a bit of its value or share flipped. */
    ALTERS,
    /** Returns a version that nobody wrote. */
    INVENTS,
    /** Says of a version that it is deleted, replaced, absent, or lost. */
    DENIES,
    /** Acknowledges a write and does not do it. */
    DROPS,
    /** Stores a write with a bit of a value or share flipped. */
    STORES_ALTERED,
    /** Returns a page of a filter, or the shares of an aggregate, with a bit flipped. */
    ALTERS_PAGES
  }

  private Set<Lie> lies;
  private int percent;
  private long seed;
  private boolean steady;
  private Path told;
  private Random any;

  /** HBase makes it. */
  public LyingRegion() {}

  @Override
  @SuppressWarnings("rawtypes") // as HBase declares it
  public void start(CoprocessorEnvironment environment) {
    Configuration conf = environment.getConfiguration();
    lies =
        Stream.of(conf.get(LIES).split(" "))
            .map(Lie::valueOf)
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(Lie.class)));
    percent = conf.getInt(PERCENT, 0);
    seed = conf.getLong(SEED, 0);
    steady = conf.getBoolean(STEADY, false);
    any = new Random(seed);
    told = Path.of(conf.get(TOLD));
  }

  /** The settings of a region that lies. */
  public static Map<String, String> settings(
      Set<Lie> lies, int percent, boolean steady, long seed, Path told) {
    return Map.of(
        LIES,
        lies.stream().map(Lie::name).collect(Collectors.joining(" ")),
        PERCENT,
        String.valueOf(percent),
        STEADY,
        String.valueOf(steady),
        SEED,
        String.valueOf(seed),
        TOLD,
        told.toString());
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  /** The choices on one occasion, those on a row if it is steady. */
  private Random choices(byte[] row) {
    // Rows have seeds side by side, of which a Random would begin alike.
    return steady ? new Random(new SplittableRandom(seed + Arrays.hashCode(row)).nextLong()) : any;
  }

  private boolean tells(Lie lie, Random choices) {
    boolean occurs = choices.nextInt(100) < percent;
    if (!occurs || !lies.contains(lie)) {
      return false;
    }
    try {
      Files.write(told.resolve(lie.name()), new byte[0]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return true;
  }

  @Override
  public void preGetOp(
      ObserverContext<RegionCoprocessorEnvironment> context, Get get, List<Cell> results) {
    Random choices = choices(get.getRow());
    if (get.getAttribute(VersionStanding.ATTRIBUTE) != null && tells(Lie.DENIES, choices)) {
      VersionStanding.State[] denials = {
        VersionStanding.State.DELETED,
        VersionStanding.State.HIDDEN,
        VersionStanding.State.REPLACED,
        VersionStanding.State.ABSENT,
        VersionStanding.State.UNKNOWN,
        VersionStanding.State.UNSETTLED
      };
      long time = choices.nextBoolean() ? System.currentTimeMillis() : Long.MAX_VALUE;
      byte[] standing =
          new VersionStanding(denials[choices.nextInt(denials.length)], 0, time, Age.NONE).encode();
      byte[] family = get.familySet().iterator().next();
      results.add(
          new KeyValue(
              get.getRow(),
              family,
              HConstants.EMPTY_BYTE_ARRAY,
              HConstants.LATEST_TIMESTAMP,
              standing));
      context.bypass();
    }
  }

  @Override
  public void postGetOp(
      ObserverContext<RegionCoprocessorEnvironment> context, Get get, List<Cell> results) {
    distort(results);
  }

  @Override
  public RegionScanner postScannerOpen(
      ObserverContext<RegionCoprocessorEnvironment> context, Scan scan, RegionScanner opened) {
    return distorted(opened, this::distort);
  }

  private static RegionScanner distorted(RegionScanner opened, Consumer<List<Cell>> distort) {
    return (RegionScanner)
        Proxy.newProxyInstance(
            RegionScanner.class.getClassLoader(),
            new Class<?>[] {RegionScanner.class},
            (proxy, method, arguments) -> {
              try {
                Object result = method.invoke(opened, arguments);
                if (method.getName().startsWith("next")) {
                  @SuppressWarnings("unchecked") // the first argument of each method of that name
                  List<Cell> cells = (List<Cell>) arguments[0];
                  distort.accept(cells);
                }
                return result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** The same of what a query is answered with: it is called after d'Artagnan's own. */
  public static final class Pages extends LyingRegion {

    /** HBase makes it. */
    public Pages() {}

    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(
          new RegionObserver() {
            @Override
            public RegionScanner postScannerOpen(
                ObserverContext<RegionCoprocessorEnvironment> context,
                Scan scan,
                RegionScanner opened) {
              return scan.getAttribute(Query.ATTRIBUTE) == null
                  ? opened
                  : distorted(opened, cells -> alterPage(cells, scan.getStartRow()));
            }
          });
    }
  }

  void alterPage(List<Cell> cells, byte[] of) {
    Random choices = choices(of);
    if (!cells.isEmpty() && tells(Lie.ALTERS_PAGES, choices)) {
      cells.set(0, altered(cells.get(0), 0, choices));
    }
  }

  /** Lies about the cells of one row. */
  private void distort(List<Cell> cells) {
    if (cells.isEmpty()) {
      return;
    }
    Random choices = choices(CellUtil.cloneRow(cells.get(0)));
    if (tells(Lie.OMITS_A_ROW, choices)) {
      cells.clear();
      return;
    }
    if (tells(Lie.OMITS_A_VERSION, choices)) {
      Cell any = cells.get(choices.nextInt(cells.size()));
      for (Cell newest : cells) {
        if (CellUtil.matchingColumn(newest, any)) {
          cells.remove(newest);
          break;
        }
      }
    }
    if (!cells.isEmpty() && tells(Lie.ALTERS, choices)) {
      int place = choices.nextInt(cells.size());
      cells.set(place, altered(cells.get(place), 0, choices));
    }
    if (!cells.isEmpty() && tells(Lie.INVENTS, choices)) {
      int place = choices.nextInt(cells.size());
      cells.add(place, altered(cells.get(place), 1, choices));
      cells.sort(CellComparator.getInstance());
    }
  }

  /** A copy of a cell with one bit of its value flipped, and so much later. */
  private static Cell altered(Cell cell, long later, Random choices) {
    byte[] value = CellUtil.cloneValue(cell);
    if (value.length > 0) {
      int bit = choices.nextInt(value.length * Byte.SIZE);
      value[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      // Now and then a shorter one.
      value = Arrays.copyOf(value, value.length - (bit % 4 == 0 ? 1 : 0));
    }
    return new KeyValue(
        CellUtil.cloneRow(cell),
        CellUtil.cloneFamily(cell),
        CellUtil.cloneQualifier(cell),
        cell.getTimestamp() + later,
        value);
  }

  @Override
  public void preBatchMutate(
      ObserverContext<RegionCoprocessorEnvironment> context,
      MiniBatchOperationInProgress<Mutation> batch)
      throws IOException {
    for (int i = 0; i < batch.size(); i++) {
      if (batch.getOperation(i).isEmpty()) {
        continue;
      }
      Random choices = choices(batch.getOperation(i).getRow());
      if (tells(Lie.DROPS, choices)) {
        batch.setOperationStatus(i, OperationStatus.SUCCESS);
      } else if (tells(Lie.STORES_ALTERED, choices)) {
        for (List<Cell> cells : batch.getOperation(i).getFamilyCellMap().values()) {
          int place = choices.nextInt(cells.size());
          if (cells.get(place).getType() == Cell.Type.Put) {
            cells.set(place, altered(cells.get(place), 0, choices));
          }
        }
      }
    }
  }
}
