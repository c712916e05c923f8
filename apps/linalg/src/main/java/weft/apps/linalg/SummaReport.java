// SPDX-License-Identifier: Apache-2.0
package weft.apps.linalg;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import weft.model.partition.Partition;
import weft.model.partition.Rectangle;
import weft.report.DataTable;
import weft.report.HeatMap;
import weft.report.Page;

/// The page of a product on rectangles. It shows the owners, the speeds of the ranks, and the gain.
final class SummaReport {
  private final Page page;
  private final double[] speeds;

  /// @param speeds GF/s of each rank
  SummaReport(String lead, double[] speeds) {
    this.page = Page.titled("SUMMA on unequal rectangles").lead(lead);
    this.speeds = speeds;
  }

  /// Adds the gain of the second product over the first, and the greatest possible gain.
  void gain(double gain, double most) {
    page.figure("gain", text(gain), "over equal rectangles")
        .figure("most", text(most), "that the speeds allow");
  }

  private static String text(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  /// Adds a map of the owners of cells, and a table of the ranks.
  void product(String title, Partition partition, double seconds) {
    page.section(title + ": who owns what");
    List<String> ranks =
        IntStream.range(0, partition.ranks()).mapToObj(rank -> "rank " + rank).toList();
    page.heatMap(
        HeatMap.of(
                "Cells of all three matrices",
                partition.height(),
                partition.width(),
                (row, column) -> owner(partition, row, column))
            .rows("block row")
            .columns("block column")
            .values("owner", "")
            .categories(ranks));
    DataTable table =
        DataTable.titled("Rectangles")
            .text("rank")
            .text("cells")
            .number("share", "")
            .number("speed", "GF/s");
    double all = (double) partition.width() * partition.height();
    for (int rank = 0; rank < partition.ranks(); rank++) {
      Rectangle part = partition.rectangle(rank);
      table.row(
          ranks.get(rank),
          part.toString(),
          (double) part.width() * part.height() / all,
          speeds[rank]);
    }
    page.table(table.note(String.format(Locale.ROOT, "The product took %.3f s.", seconds)));
  }

  private static int owner(Partition partition, int row, int column) {
    for (int rank = 0; rank < partition.ranks(); rank++) {
      Rectangle part = partition.rectangle(rank);
      if (row >= part.y() && row < part.bottom() && column >= part.x() && column < part.right()) {
        return rank;
      }
    }
    throw new IllegalArgumentException("no rank owns cell " + row + ", " + column);
  }

  Page page() {
    return page;
  }
}
