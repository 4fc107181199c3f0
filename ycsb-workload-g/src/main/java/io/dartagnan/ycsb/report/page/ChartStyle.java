package io.dartagnan.ycsb.report.page;

import java.awt.Color;
import java.awt.Font;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;

/** The look of all plots. */
final class ChartStyle {
  /** In pixels. */
  static final int WIDTH = 720;

  /** In pixels. */
  static final int HEIGHT = 440;

  private static final Color GRID = new Color(0xDD, 0xDD, 0xDD);

  private ChartStyle() {}

  /** Gives a chart the look. */
  static void apply(AxesChartStyler styler) {
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
    styler.setPlotGridLinesColor(GRID);
    styler.setXAxisDecimalPattern("#,##0.###");
    styler.setYAxisDecimalPattern("#,##0.###");
    styler.setMarkerSize(7);
    styler.setAntiAlias(true);
  }

  private static Font font(int style, int size) {
    return new Font(Font.SANS_SERIF, style, size);
  }
}
