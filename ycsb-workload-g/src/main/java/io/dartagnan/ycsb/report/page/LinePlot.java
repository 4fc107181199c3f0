package io.dartagnan.ycsb.report.page;

import io.dartagnan.ycsb.report.result.Spread;
import java.awt.BasicStroke;
import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** A plot of lines through medians, with marks from the least to the greatest. */
final class LinePlot {
  private static final float[] DASHES = {6f, 4f};

  private final XYChart chart;
  private final boolean logX;
  private final boolean logY;
  private final RangeMarks marks = new RangeMarks();
  private final List<Spread> xs = new ArrayList<>();
  private final List<Spread> ys = new ArrayList<>();

  /**
   * @param xTitle with the unit
   * @param logX whether the axis is logarithmic, which takes values above 0 alone
   */
  LinePlot(String title, String xTitle, boolean logX, String yTitle, boolean logY) {
    this.logX = logX;
    this.logY = logY;
    this.chart =
        new XYChartBuilder()
            .width(ChartStyle.WIDTH)
            .height(ChartStyle.HEIGHT)
            .title(title)
            .xAxisTitle(xTitle)
            .yAxisTitle(yTitle)
            .build();
    ChartStyle.apply(chart.getStyler());
    chart.getStyler().setXAxisLogarithmic(logX).setYAxisLogarithmic(logY);
    chart.addAnnotation(marks);
  }

  /** Adds a line through some points, one or more. */
  void line(String label, Color color, List<Spread> x, List<Spread> y) {
    add(label, color, x, y, SeriesMarkers.CIRCLE);
    for (int at = 0; at < x.size(); at++) {
      marks.at(x.get(at), y.get(at), color);
    }
  }

  /** Adds a line without marks, such as a distribution's. */
  void curve(String label, Color color, List<Double> x, List<Double> y, boolean dashed) {
    XYSeries series = add(label, color, spreads(x), spreads(y), SeriesMarkers.NONE);
    if (dashed) {
      series.setLineStyle(
          new BasicStroke(2f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1f, DASHES, 0f));
    }
  }

  private XYSeries add(String label, Color color, List<Spread> x, List<Spread> y, Marker marker) {
    XYSeries series =
        chart.addSeries(
            label,
            x.stream().mapToDouble(Spread::median).toArray(),
            y.stream().mapToDouble(Spread::median).toArray());
    series.setLineColor(color);
    series.setMarkerColor(color);
    series.setMarker(marker);
    series.setLineStyle(new BasicStroke(2f));
    xs.addAll(x);
    ys.addAll(y);
    return series;
  }

  private static List<Spread> spreads(List<Double> values) {
    return values.stream().map(value -> Spread.of(List.of(value))).toList();
  }

  /** The chart, its axes around all that was added. */
  XYChart chart() {
    chart.getStyler().setXAxisMin(logX ? Decades.below(xs) : 0);
    chart.getStyler().setYAxisMin(logY ? Decades.below(ys) : 0);
    if (logX) {
      chart.getStyler().setXAxisMax(Decades.above(xs));
    }
    if (logY) {
      chart.getStyler().setYAxisMax(Decades.above(ys));
    }
    return chart;
  }
}
