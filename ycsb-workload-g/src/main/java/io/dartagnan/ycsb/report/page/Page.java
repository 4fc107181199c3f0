package io.dartagnan.ycsb.report.page;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;
import org.knowm.xchart.internal.chartpart.Chart;

/**
 * A page that is written twice: as one file of HTML that refers to no other, and as Markdown with
 * its plots as PNG files beside it.
 */
final class Page {
  private static final int SCALE = 2;
  private static final Pattern NUMBER = Pattern.compile("[~\\s]*-?[\\d,.]+( %)?( \\(.*\\))?|-");
  private static final String STYLE =
      """
      body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:#222}
      h1{font-size:1.6rem}h2{font-size:1.3rem;margin-top:3rem;border-bottom:1px solid #ccc}
      table{border-collapse:collapse;font-size:.85rem;margin:1rem 0;display:block;overflow-x:auto}
      th,td{border:1px solid #ccc;padding:.25rem .5rem;text-align:left}th{background:#f4f4f4}
      td.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
      .w{background:#fff6e0;border-left:4px solid #e69f00;padding:.5rem 1rem;margin:1rem 0;font-size:.9rem}
      figure{margin:1rem 0;display:inline-block;max-width:100%;width:46rem}
      figure img{width:100%;height:auto}figcaption{font-size:.85rem;color:#555}
      """;

  private final Path folder;
  private final StringBuilder html = new StringBuilder();
  private final StringBuilder markdown = new StringBuilder();

  /**
   * Begins a page.
   *
   * @param folder that gets its files
   */
  Page(Path folder, String title) {
    this.folder = folder;
    html.append(
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width,initial-scale=1">
        <title>%1$s</title>
        <style>
        %2$s</style>
        </head>
        <body>
        <h1>%1$s</h1>
        """
            .formatted(inHtml(title), STYLE));
    markdown.append("# %s\n".formatted(inMarkdown(title)));
  }

  /** Begins a section. */
  void heading(String title) {
    html.append("<h2>%s</h2>\n".formatted(inHtml(title)));
    markdown.append("\n## %s\n".formatted(inMarkdown(title)));
  }

  /** Adds a paragraph of plain text. */
  void text(String text) {
    html.append("<p>%s</p>\n".formatted(inHtml(text)));
    markdown.append("\n%s\n".formatted(inMarkdown(text)));
  }

  /** Adds sentences that a reader must not miss; nothing if there are none. */
  void warnings(String title, List<String> sentences) {
    if (!sentences.isEmpty()) {
      html.append(
          "<div class=\"w\"><strong>%s:</strong><ul>%s</ul></div>\n"
              .formatted(
                  inHtml(title), joined(sentences, each -> "<li>%s</li>".formatted(inHtml(each)))));
      markdown.append(
          "\n**%s:**\n\n%s"
              .formatted(
                  inMarkdown(title), joined(sentences, each -> "- " + inMarkdown(each) + "\n")));
    }
  }

  /** Adds a table of plain text. */
  void table(List<String> header, List<List<String>> rows) {
    html.append(
        "<table>\n<tr>%s</tr>\n"
            .formatted(joined(header, each -> "<th>%s</th>".formatted(inHtml(each)))));
    markdown
        .append("\n")
        .append(line(header))
        .append(line(header.stream().map(cell -> "---").toList()));
    for (List<String> row : rows) {
      html.append("<tr>%s</tr>\n".formatted(joined(row, Page::cell)));
      markdown.append(line(row));
    }
    html.append("</table>\n");
  }

  /**
   * Adds a plot.
   *
   * @param name of its file, without the ending
   * @param caption that says what it shows
   */
  void plot(String name, String caption, Chart<?, ?> chart) throws IOException {
    byte[] png = png(chart);
    Files.write(folder.resolve(name + ".png"), png);
    html.append(
        "<figure><img alt=\"%1$s\" src=\"data:image/png;base64,%2$s\"><figcaption>%1$s</figcaption></figure>\n"
            .formatted(inHtml(caption), Base64.getEncoder().encodeToString(png)));
    markdown.append("\n![%s](%s.png)\n".formatted(inMarkdown(caption), name));
  }

  /** Writes {@code report.html} and {@code report.md}, over those of an earlier report. */
  void write() throws IOException {
    Files.writeString(folder.resolve("report.html"), html + "</body>\n</html>\n");
    Files.writeString(folder.resolve("report.md"), markdown);
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

  private static String joined(List<String> texts, UnaryOperator<String> form) {
    return texts.stream().map(form).collect(Collectors.joining());
  }

  private static String cell(String text) {
    return (NUMBER.matcher(text).matches() ? "<td class=\"n\">%s</td>" : "<td>%s</td>")
        .formatted(inHtml(text));
  }

  private static String line(List<String> cells) {
    return cells.stream().map(Page::inMarkdown).collect(Collectors.joining(" | ", "| ", " |\n"));
  }

  private static String inHtml(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  private static String inMarkdown(String text) {
    return text.replace("|", "\\|")
        .replace("<", "&lt;")
        .replace("~", "\\~")
        .replace("*", "\\*")
        .replace("\n", " ");
  }
}
