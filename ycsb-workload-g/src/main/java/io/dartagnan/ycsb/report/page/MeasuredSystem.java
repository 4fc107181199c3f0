package io.dartagnan.ycsb.report.page;

import java.awt.Color;
import java.util.Locale;

/** Systems as every plot and table shows them: always in this order, name and colour. */
enum MeasuredSystem {
  PLAIN("HBase", new Color(0x00, 0x72, 0xB2)),
  PLAIN3("3 × HBase", new Color(0xE6, 0x9F, 0x00)),
  SAFE("d'Artagnan", new Color(0xA3, 0x1D, 0x6B));

  private final String label;
  private final Color color;

  MeasuredSystem(String label, Color color) {
    this.label = label;
    this.color = color;
  }

  /** The system of this name in results. */
  static MeasuredSystem of(String id) {
    return valueOf(id.toUpperCase(Locale.ROOT));
  }

  /** The name for people. */
  String label() {
    return label;
  }

  Color color() {
    return color;
  }
}
