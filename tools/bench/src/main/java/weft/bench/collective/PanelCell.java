// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.util.ArrayList;
import java.util.List;

/// One figure of Table 1 of the AP3000 paper.
///
/// @param pattern `spread` (multi-broadcast) or `reduce`
/// @param way `tree` or `ring`
/// @param column `A` (plain sends of packed buffers) or `B` (the patterns of weft.collective)
/// @param panel the matrix
public record PanelCell(String pattern, String way, String column, Panel panel) {
  static final List<String> PATTERNS = List.of("spread", "reduce");
  public static final List<String> WAYS = List.of("tree", "ring");
  public static final String PLAIN = "A";
  static final String CHUNKED = "B";

  /// The most doubles that one rank's columns have: 4000 x 32 on two ranks.
  public static final int LARGEST_SHARE = 4000 * 32 / 2;

  /// The panels of the paper's rows for Q = `ranks`.
  static List<Panel> panels(int ranks) {
    return List.of(
        new Panel(ranks, 1000, ranks),
        new Panel(ranks, 1000, 2 * ranks),
        new Panel(ranks, 1000, 32),
        new Panel(ranks, 4000, 32));
  }

  /// All figures for Q = `ranks`.
  static List<PanelCell> all(int ranks) {
    var all = new ArrayList<PanelCell>();
    for (Panel panel : panels(ranks)) {
      for (String pattern : PATTERNS) {
        for (String way : WAYS) {
          all.add(new PanelCell(pattern, way, PLAIN, panel));
          all.add(new PanelCell(pattern, way, CHUNKED, panel));
        }
      }
    }
    return all;
  }

  /// A copy in the other column.
  PanelCell in(String other) {
    return new PanelCell(pattern, way, other, panel);
  }

  /// Encodes the figure as a cell, for a slice.
  Cell cell() {
    return Cell.of(
        panel.ranks(),
        String.join(".", pattern, way, column, Integer.toString(panel.length())),
        8L * panel.workspaceLength());
  }

  /// Parses the figure from `cell`.
  public static PanelCell of(Cell cell) {
    String[] words = cell.name().split("\\.");
    int length = Integer.parseInt(words[3]);
    int columns = Math.toIntExact(cell.bytes() / 8 / length);
    return new PanelCell(words[0], words[1], words[2], new Panel(cell.ranks(), length, columns));
  }
}
