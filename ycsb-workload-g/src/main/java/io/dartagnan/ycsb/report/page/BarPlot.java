package io.dartagnan.ycsb.report.page;

import io.dartagnan.ycsb.report.result.Spread;
import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;

/** A plot of bars in groups, with marks from the least to the greatest. */
final class BarPlot {
  private static final double FILL = 0.8;
  private static final double ROOM = 0.05;

  /** Below it an axis goes for a median alone: ranges of overheads may reach far down. */
  private static final double FLOOR = -100;

  /** The bars of one colour, one per category. */
  private record Bars(String label, Color color, List<Optional<Spread>> values) {}

  private final boolean logarithmic;
  private final CategoryChart chart;
  private final List<String> categories;
  private final List<Bars> bars = new ArrayList<>();

  /**
   * @param logarithmic whether the axis is; its values are above 0 then, and bars begin at the
   *     power of ten below the least
   * @param categories the names of the groups
   */
  BarPlot(String title, String yTitle, boolean logarithmic, List<String> categories) {
    this.logarithmic = logarithmic;
    this.categories = List.copyOf(categories);
    this.chart =
        new CategoryChartBuilder()
            .width(ChartStyle.WIDTH)
            .height(ChartStyle.HEIGHT)
            .title(title)
            .xAxisTitle("workload")
            .yAxisTitle(yTitle)
            .build();
    ChartStyle.apply(chart.getStyler());
    chart.getStyler().setAvailableSpaceFill(FILL).setYAxisLogarithmic(logarithmic);
  }

  /** Adds bars of one colour, one per category; empty where there is none. */
  void bars(String label, Color color, List<Optional<Spread>> values) {
    bars.add(new Bars(label, color, values));
  }

  /** The chart, its axis around all that was added. */
  CategoryChart chart() {
    RangeMarks marks = new RangeMarks();
    for (int series = 0; series < bars.size(); series++) {
      Bars each = bars.get(series);
      chart
          .addSeries(
              each.label(),
              categories,
              each.values().stream().map(value -> value.map(Spread::median).orElse(null)).toList())
          .setFillColor(each.color());
      for (int category = 0; category < categories.size(); category++) {
        double within = (1 - FILL) / 2 + FILL * (series + 0.5) / bars.size();
        double position = (category + within) / categories.size();
        each.values().get(category).ifPresent(value -> marks.atBar(position, value));
      }
    }
    chart.addAnnotation(marks);
    List<Spread> all =
        bars.stream().flatMap(each -> each.values().stream().flatMap(Optional::stream)).toList();
    if (logarithmic) {
      chart.getStyler().setYAxisMin(Decades.below(all)).setYAxisMax(Decades.above(all));
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
