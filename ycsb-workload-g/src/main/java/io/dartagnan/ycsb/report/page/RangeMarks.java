package io.dartagnan.ycsb.report.page;

import io.dartagnan.ycsb.report.result.Spread;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.util.ArrayList;
import java.util.List;
import org.knowm.xchart.internal.chartpart.Annotation;

/**
 * Marks from the least to the greatest of repeated measurements, drawn over a chart. XChart's own
 * error bars reach equally far to both sides, and there are none along the horizontal axis.
 */
final class RangeMarks extends Annotation {
  private static final double CAP = 3;
  private static final BasicStroke STROKE = new BasicStroke(1.4f);

  /** A mark in a chart of values. */
  private record AtValue(Spread x, Spread y, Color color) {}

  /**
   * A mark in a chart of bars.
   *
   * @param position of the bar's middle, 0 to 1 of the axis
   */
  private record AtBar(double position, Spread y) {}

  private final List<AtValue> values = new ArrayList<>();
  private final List<AtBar> bars = new ArrayList<>();

  RangeMarks() {
    super(false);
  }

  /** Adds the marks of a point; one along an axis needs more than one measurement there. */
  void at(Spread x, Spread y, Color color) {
    values.add(new AtValue(x, y, color));
  }

  /**
   * Adds the mark of a bar.
   *
   * @param position of the bar's middle, 0 to 1 of the axis
   */
  void atBar(double position, Spread y) {
    bars.add(new AtBar(position, y));
  }

  @Override
  public void paint(Graphics2D graphics) {
    graphics.setStroke(STROKE);
    for (AtValue value : values) {
      graphics.setColor(value.color());
      upright(graphics, getXAxisScreenValue(value.x().median()), value.y());
      level(graphics, value.x(), getYAxisScreenValue(value.y().median()));
    }
    graphics.setColor(Color.DARK_GRAY);
    double left = getXAxisScreenValueForMin();
    double width = getXAxisScreenValueForMax() - left;
    double content = styler.getPlotContentSize();
    for (AtBar bar : bars) {
      double position = (1 - content) / 2 + content * bar.position();
      upright(graphics, left + width * position, bar.y());
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
