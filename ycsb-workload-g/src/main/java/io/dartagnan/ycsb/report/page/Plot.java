package io.dartagnan.ycsb.report.page;

import io.dartagnan.ycsb.report.result.Spread;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Annotation;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Plots of medians, as lines or as bars, with marks from the least to the greatest of repeated
 * measurements.
 */
final class Plot {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 440;

  private Plot() {}

  private static void style(AxesChartStyler styler) {
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setPlotBackgroundColor(Color.WHITE);
    styler.setPlotBorderVisible(false);
    styler.setChartTitleBoxVisible(false);
    styler.setChartTitleFont(font(Font.BOLD, 16));
    styler.setLegendFont(font(Font.PLAIN, 13));
    styler.setLegendPosition(LegendPosition.OutsideS);
    styler.setLegendLayout(LegendLayout.Horizontal);
    styler.setLegendBorderColor(Color.WHITE);
    styler.setAxisTitleFont(font(Font.PLAIN, 13));
    styler.setAxisTickLabelsFont(font(Font.PLAIN, 12));
    styler.setPlotGridLinesColor(new Color(0xDD, 0xDD, 0xDD));
    styler.setXAxisDecimalPattern("#,##0.###");
    styler.setYAxisDecimalPattern("#,##0.###");
    styler.setMarkerSize(7);
    styler.setAntiAlias(true);
  }

  private static Font font(int style, int size) {
    return new Font(Font.SANS_SERIF, style, size);
  }

  /** The greatest power of ten that no value is below. */
  private static double below(Collection<Spread> values) {
    double least = values.stream().mapToDouble(Spread::min).min().orElse(1);
    return Math.pow(10, Math.floor(Math.log10(least)));
  }

  /** The least power of ten that no value is above, at least ten times the one below them. */
  private static double above(Collection<Spread> values) {
    double most = values.stream().mapToDouble(Spread::max).max().orElse(1);
    return Math.max(Math.pow(10, Math.ceil(Math.log10(most))), below(values) * 10);
  }

  /** A plot of lines over a logarithmic axis, whose values are above 0. */
  static final class Lines {
    private static final float[] DASHES = {6f, 4f};

    private final XYChart chart;
    private final boolean logarithmic;
    private final Marks marks = new Marks();
    private final List<Spread> xs = new ArrayList<>();
    private final List<Spread> ys = new ArrayList<>();

    /**
     * Begins a plot.
     *
     * @param logarithmic whether the upright axis is, too
     */
    Lines(String title, String xTitle, String yTitle, boolean logarithmic) {
      this.logarithmic = logarithmic;
      this.chart =
          new XYChartBuilder()
              .width(WIDTH)
              .height(HEIGHT)
              .title(title)
              .xAxisTitle(xTitle)
              .yAxisTitle(yTitle)
              .build();
      style(chart.getStyler());
      chart.getStyler().setXAxisLogarithmic(true).setYAxisLogarithmic(logarithmic);
      chart.addAnnotation(marks);
    }

    /** Adds a line through some points, one or more. */
    void line(String label, Color color, List<Spread> x, List<Spread> y) {
      add(label, color, x, y, SeriesMarkers.CIRCLE);
      for (int at = 0; at < x.size(); at++) {
        marks.points.add(new Marks.Point(x.get(at), y.get(at), color));
      }
    }

    /** Adds a line without marks, such as a distribution's. */
    void curve(String label, Color color, List<Double> x, List<Double> y, boolean dashed) {
      XYSeries series = add(label, color, single(x), single(y), SeriesMarkers.NONE);
      if (dashed) {
        series.setLineStyle(
            new BasicStroke(2f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1f, DASHES, 0f));
      }
    }

    private static List<Spread> single(List<Double> values) {
      return values.stream().map(value -> Spread.of(List.of(value))).toList();
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

    /** The chart, its axes around all that was added. */
    XYChart chart() {
      chart.getStyler().setXAxisMin(below(xs)).setXAxisMax(above(xs));
      chart.getStyler().setYAxisMin(logarithmic ? below(ys) : 0);
      if (logarithmic) {
        chart.getStyler().setYAxisMax(above(ys));
      }
      return chart;
    }
  }

  /** A plot of bars in groups, one for each workload. */
  static final class Bars {
    private static final double FILL = 0.8;
    private static final double ROOM = 0.05;

    /** Below it an axis goes for a median alone: ranges of overheads may reach far down. */
    private static final double FLOOR = -100;

    private record Series(String label, Color color, List<Optional<Spread>> values) {}

    private final CategoryChart chart;
    private final boolean logarithmic;
    private final List<String> groups;
    private final List<Series> bars = new ArrayList<>();

    /**
     * Begins a plot.
     *
     * @param logarithmic whether the axis is; its values are above 0 then, and bars begin at the
     *     power of ten below the least
     * @param groups the names of the groups
     */
    Bars(String title, String yTitle, boolean logarithmic, List<String> groups) {
      this.logarithmic = logarithmic;
      this.groups = List.copyOf(groups);
      this.chart =
          new CategoryChartBuilder()
              .width(WIDTH)
              .height(HEIGHT)
              .title(title)
              .xAxisTitle("workload")
              .yAxisTitle(yTitle)
              .build();
      style(chart.getStyler());
      chart.getStyler().setAvailableSpaceFill(FILL).setYAxisLogarithmic(logarithmic);
    }

    /** Adds bars of one colour, one for each group; empty where there is none. */
    void bars(String label, Color color, List<Optional<Spread>> values) {
      bars.add(new Series(label, color, values));
    }

    /** The chart, its axis around all that was added. */
    CategoryChart chart() {
      Marks marks = new Marks();
      List<Spread> all = new ArrayList<>();
      for (int series = 0; series < bars.size(); series++) {
        Series each = bars.get(series);
        List<Double> medians = new ArrayList<>();
        for (int group = 0; group < groups.size(); group++) {
          double within = (1 - FILL) / 2 + FILL * (series + 0.5) / bars.size();
          double position = (group + within) / groups.size();
          Optional<Spread> value = each.values().get(group);
          medians.add(value.map(Spread::median).orElse(null));
          value.ifPresent(spread -> marks.bars.add(new Marks.Bar(position, spread)));
          value.ifPresent(all::add);
        }
        chart.addSeries(each.label(), groups, medians).setFillColor(each.color());
      }
      chart.addAnnotation(marks);
      if (logarithmic) {
        chart.getStyler().setYAxisMin(below(all)).setYAxisMax(above(all));
      } else {
        double least =
            all.stream()
                .mapToDouble(value -> Math.min(value.median(), Math.max(FLOOR, value.min())))
                .reduce(0, Math::min);
        double most = all.stream().mapToDouble(Spread::max).reduce(0, Math::max);
        double room = (most - least) * ROOM;
        chart.getStyler().setYAxisMin(least < 0 ? least - room : 0).setYAxisMax(most + room);
      }
      return chart;
    }
  }

  /**
   * Marks drawn over a chart; one along an axis needs more than one measurement there. XChart's own
   * error bars reach equally far to both sides, and there are none along the horizontal axis.
   */
  private static final class Marks extends Annotation {
    private static final double CAP = 3;
    private static final BasicStroke STROKE = new BasicStroke(1.4f);

    private record Point(Spread x, Spread y, Color color) {}

    /**
     * A bar.
     *
     * @param position of its middle, 0 to 1 of the axis
     */
    private record Bar(double position, Spread y) {}

    private final List<Point> points = new ArrayList<>();
    private final List<Bar> bars = new ArrayList<>();

    Marks() {
      super(false);
    }

    @Override
    public void paint(Graphics2D graphics) {
      graphics.setStroke(STROKE);
      for (Point point : points) {
        graphics.setColor(point.color());
        upright(graphics, getXAxisScreenValue(point.x().median()), point.y());
        level(graphics, point.x(), getYAxisScreenValue(point.y().median()));
      }
      graphics.setColor(Color.DARK_GRAY);
      double left = getXAxisScreenValueForMin();
      double width = getXAxisScreenValueForMax() - left;
      double content = styler.getPlotContentSize();
      for (Bar bar : bars) {
        upright(graphics, left + width * ((1 - content) / 2 + content * bar.position()), bar.y());
      }
    }

    private void upright(Graphics2D graphics, double x, Spread range) {
      if (range.count() > 1) {
        // XChart calls the bottom, whose pixels count highest, the maximum.
        double one = Math.min(getYAxisScreenValue(range.min()), getYAxisScreenValueForMax());
        double other = Math.max(getYAxisScreenValue(range.max()), getYAxisScreenValueForMin());
        graphics.draw(new Line2D.Double(x, one, x, other));
        graphics.draw(new Line2D.Double(x - CAP, one, x + CAP, one));
        graphics.draw(new Line2D.Double(x - CAP, other, x + CAP, other));
      }
    }

    private void level(Graphics2D graphics, Spread range, double y) {
      if (range.count() > 1) {
        double one = getXAxisScreenValue(range.min());
        double other = getXAxisScreenValue(range.max());
        graphics.draw(new Line2D.Double(one, y, other, y));
        graphics.draw(new Line2D.Double(one, y - CAP, one, y + CAP));
        graphics.draw(new Line2D.Double(other, y - CAP, other, y + CAP));
      }
    }
  }
}
