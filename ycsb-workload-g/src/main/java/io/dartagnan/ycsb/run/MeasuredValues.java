package io.dartagnan.ycsb.run;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import site.ycsb.measurements.Measurements;
import site.ycsb.measurements.exporter.MeasurementsExporter;

/** Values of YCSB's measurements, which it gives to exporters alone. */
final class MeasuredValues implements MeasurementsExporter {
  private final Map<String, Map<String, Number>> values = new LinkedHashMap<>();

  /** All values so far, by measurement and then by name, such as {@code AverageLatency(us)}. */
  static Map<String, Map<String, Number>> of(Measurements measurements) throws IOException {
    MeasuredValues values = new MeasuredValues();
    measurements.exportMeasurements(values);
    return values.values;
  }

  private void put(String metric, String name, Number value) {
    values.computeIfAbsent(metric, key -> new LinkedHashMap<>()).put(name, value);
  }

  @Override
  public void write(String metric, String name, int value) {
    put(metric, name, value);
  }

  @Override
  public void write(String metric, String name, long value) {
    put(metric, name, value);
  }

  @Override
  public void write(String metric, String name, double value) {
    put(metric, name, value);
  }

  @Override
  public void close() {}
}
