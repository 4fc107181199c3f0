package io.dartagnan.ycsb.run;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import site.ycsb.Client;
import site.ycsb.measurements.Measurements;
import site.ycsb.measurements.exporter.MeasurementsExporter;
import site.ycsb.measurements.exporter.TextMeasurementsExporter;

/** Measurements in YCSB's own format, by the exporter and into the file that properties name. */
final class YcsbReport {
  private static final double MILLIS = 1_000;

  private final Properties properties;
  private final OutputStream standardOut;

  YcsbReport(Properties properties, OutputStream standardOut) {
    this.properties = properties;
    this.standardOut = standardOut;
  }

  void print(Measurements measurements, RunResult result) throws IOException {
    String file = properties.getProperty(Client.EXPORT_FILE_PROPERTY);
    try (OutputStream out =
            file == null ? new Unclosed(standardOut) : Files.newOutputStream(Path.of(file));
        MeasurementsExporter exporter = exporter(out)) {
      exporter.write("OVERALL", "RunTime(ms)", result.seconds() * MILLIS);
      exporter.write("OVERALL", "Throughput(ops/sec)", result.opsPerSecond());
      exporter.write("OVERALL", "Errors", result.errors());
      exporter.write("OVERALL", "VerifiedAnswers", result.verified());
      exporter.write("OVERALL", "WrongAnswers", result.wrong());
      measurements.exportMeasurements(exporter);
    }
  }

  private MeasurementsExporter exporter(OutputStream out) throws IOException {
    try {
      return type(properties).getConstructor(OutputStream.class).newInstance(out);
    } catch (ReflectiveOperationException e) {
      throw new IOException(e);
    }
  }

  /**
   * The exporter's class, YCSB's text unless properties have another.
   *
   * @throws IllegalArgumentException if there is none
   */
  static Class<? extends MeasurementsExporter> type(Properties properties) {
    String name =
        properties.getProperty(Client.EXPORTER_PROPERTY, TextMeasurementsExporter.class.getName());
    try {
      return Class.forName(name.strip()).asSubclass(MeasurementsExporter.class);
    } catch (ReflectiveOperationException | ClassCastException e) {
      throw new IllegalArgumentException(
          "exporter is '%s', which is no class of YCSB's exporters".formatted(name), e);
    }
  }

  /** Standard output, which stays open behind an exporter that closes its own. */
  private static final class Unclosed extends FilterOutputStream {
    Unclosed(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }
}
