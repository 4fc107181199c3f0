package io.dartagnan.ycsb.report.page;

import io.dartagnan.ycsb.report.plan.Figure;
import io.dartagnan.ycsb.report.result.Measurement;
import java.util.List;
import java.util.Optional;

/** Sections of the figures. */
final class FigureSection {
  private FigureSection() {}

  /** The section of a figure; empty if nothing of it was measured. */
  static Optional<Section> of(Figure figure, List<Measurement> measurements) {
    Repeated repeated = Repeated.of(figure, measurements);
    if (repeated.subjects().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        switch (figure) {
          case THROUGHPUT -> ThroughputSection.of(repeated);
          case NETWORK -> NetworkSection.of(repeated);
          case FILTERS -> FilterSection.of(repeated);
          case DISTANCE -> DistanceSection.of(repeated);
          case OVERHEADS -> OverheadSection.of(repeated);
        });
  }

  /** The papers' sentences on a figure, as blocks. */
  static List<Block> paper(Figure figure) {
    return PaperValues.prose(figure).stream().<Block>map(Block.Text::new).toList();
  }
}
