package io.dartagnan.ycsb.report.page;

import io.dartagnan.ycsb.report.plan.Figure;
import io.dartagnan.ycsb.report.result.Measurement;
import io.dartagnan.ycsb.report.result.SittingRecord;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.knowm.xchart.internal.chartpart.Chart;

/** The files of a report: {@code report.html}, {@code report.md}, and its plots as PNG. */
public final class ReportPages {
  private static final String TITLE = "d'Artagnan: the papers' figures, measured anew";
  private static final int SCALE = 2;
  private static final String ENDING = ".png";

  private final List<Section> sections = new ArrayList<>();

  /** The pages of a sitting; figures of which nothing was measured are left out. */
  public ReportPages(SittingRecord record, List<Measurement> measurements) {
    sections.add(OverviewSection.of(record, measurements));
    Arrays.stream(Figure.values())
        .map(figure -> FigureSection.of(figure, measurements))
        .flatMap(Optional::stream)
        .forEach(sections::add);
  }

  /** Writes the files into a folder, over those of an earlier report. */
  public void writeTo(Path folder) throws IOException {
    Map<String, String> images = new LinkedHashMap<>();
    for (Section section : sections) {
      for (Block block : section.blocks()) {
        if (block instanceof Block.Plot plot) {
          byte[] png = png(plot.chart());
          Files.write(folder.resolve(plot.name() + ENDING), png);
          images.put(
              plot.name(), "data:image/png;base64," + Base64.getEncoder().encodeToString(png));
        }
      }
    }
    Files.writeString(
        folder.resolve("report.html"),
        HtmlPage.of(TITLE, sections, images),
        StandardCharsets.UTF_8);
    Files.writeString(
        folder.resolve("report.md"),
        MarkdownPage.of(TITLE, sections, ENDING),
        StandardCharsets.UTF_8);
  }

  /** A picture of twice as many pixels as it is wide and high, for screens that have them. */
  private static byte[] png(Chart<?, ?> chart) throws IOException {
    BufferedImage image =
        new BufferedImage(
            SCALE * chart.getWidth(), SCALE * chart.getHeight(), BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    try {
      graphics.scale(SCALE, SCALE);
      chart.paint(graphics, chart.getWidth(), chart.getHeight());
    } finally {
      graphics.dispose();
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(image, "png", out);
    return out.toByteArray();
  }
}
