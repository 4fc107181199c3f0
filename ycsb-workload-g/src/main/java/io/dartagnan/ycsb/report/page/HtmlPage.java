package io.dartagnan.ycsb.report.page;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A report as one file of HTML that refers to no other. */
final class HtmlPage {
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

  private HtmlPage() {}

  /**
   * The page.
   *
   * @param images of the plots by their names, as the addresses of their content
   */
  static String of(String title, List<Section> sections, Map<String, String> images) {
    StringBuilder page = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n");
    page.append("<meta charset=\"utf-8\">\n");
    page.append("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n");
    page.append("<title>%s</title>\n<style>\n%s</style>\n".formatted(escaped(title), STYLE));
    page.append("</head>\n<body>\n<h1>%s</h1>\n".formatted(escaped(title)));
    for (Section section : sections) {
      page.append("<h2>%s</h2>\n".formatted(escaped(section.title())));
      section.blocks().forEach(block -> page.append(text(block, images)));
    }
    return page.append("</body>\n</html>\n").toString();
  }

  private static String text(Block block, Map<String, String> images) {
    if (block instanceof Block.Text text) {
      return "<p>%s</p>\n".formatted(escaped(text.text()));
    }
    if (block instanceof Block.Warnings warnings) {
      return warnings.sentences().isEmpty()
          ? ""
          : "<div class=\"w\"><strong>%s:</strong><ul>%s</ul></div>\n"
              .formatted(
                  escaped(warnings.title()),
                  warnings.sentences().stream()
                      .map(sentence -> "<li>%s</li>".formatted(escaped(sentence)))
                      .collect(Collectors.joining()));
    }
    if (block instanceof Block.Table table) {
      return "<table>\n<tr>%s</tr>\n%s</table>\n"
          .formatted(
              table.header().stream()
                  .map(cell -> "<th>%s</th>".formatted(escaped(cell)))
                  .collect(Collectors.joining()),
              table.rows().stream()
                  .map(
                      row ->
                          row.stream()
                              .map(HtmlPage::cell)
                              .collect(Collectors.joining("", "<tr>", "</tr>\n")))
                  .collect(Collectors.joining()));
    }
    Block.Plot plot = (Block.Plot) block;
    return "<figure><img alt=\"%s\" src=\"%s\"><figcaption>%s</figcaption></figure>\n"
        .formatted(escaped(plot.caption()), images.get(plot.name()), escaped(plot.caption()));
  }

  private static String cell(String text) {
    return (NUMBER.matcher(text).matches() ? "<td class=\"n\">%s</td>" : "<td>%s</td>")
        .formatted(escaped(text));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
