package io.dartagnan.ycsb.report.page;

import java.util.List;
import java.util.stream.Collectors;

/** A report as Markdown, whose plots are files beside it. */
final class MarkdownPage {
  private MarkdownPage() {}

  /**
   * The page.
   *
   * @param ending of the plots' files
   */
  static String of(String title, List<Section> sections, String ending) {
    StringBuilder page = new StringBuilder("# ").append(escaped(title)).append("\n");
    for (Section section : sections) {
      page.append("\n## ").append(escaped(section.title())).append("\n");
      for (Block block : section.blocks()) {
        page.append(text(block, ending));
      }
    }
    return page.toString();
  }

  private static String text(Block block, String ending) {
    if (block instanceof Block.Text text) {
      return "\n" + escaped(text.text()) + "\n";
    }
    if (block instanceof Block.Warnings warnings) {
      return warnings.sentences().isEmpty()
          ? ""
          : "\n**%s:**\n\n%s\n"
              .formatted(
                  escaped(warnings.title()),
                  warnings.sentences().stream()
                      .map(sentence -> "- " + escaped(sentence))
                      .collect(Collectors.joining("\n")));
    }
    if (block instanceof Block.Table table) {
      return "\n"
          + line(table.header())
          + line(table.header().stream().map(cell -> "---").toList())
          + table.rows().stream().map(MarkdownPage::line).collect(Collectors.joining());
    }
    Block.Plot plot = (Block.Plot) block;
    return "\n![%s](%s%s)\n".formatted(escaped(plot.caption()), plot.name(), ending);
  }

  private static String line(List<String> cells) {
    return cells.stream()
        .map(MarkdownPage::escaped)
        .collect(Collectors.joining(" | ", "| ", " |\n"));
  }

  private static String escaped(String text) {
    return text.replace("|", "\\|")
        .replace("<", "&lt;")
        .replace("~", "\\~")
        .replace("*", "\\*")
        .replace("\n", " ");
  }
}
