// SPDX-License-Identifier: Apache-2.0
package weft.apps.common;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import weft.World;
import weft.report.Page;
import weft.report.ReportException;

/// Where the page of a program's results goes: to the file of the program's own `--report`, and to
/// the beginning of the page of the run (`weft run --report`).
///
/// @param own the file of the program's option, or null
/// @param run the file whose contents the page of the run begins with, or null
public record ResultsPage(@Nullable Path own, @Nullable Path run) {
  /// The places for the results of `world`'s program, whose own option gives `own`.
  public static ResultsPage of(World world, @Nullable Path own) {
    return new ResultsPage(own, world.resultsFile());
  }

  /// Whether the page goes anywhere.
  public boolean isWanted() {
    return own != null || run != null;
  }

  /// Checks that a page can be written to `file`.
  ///
  /// @throws BadInputException if it cannot
  public static void check(Path file) {
    try {
      Page.checkWritable(file);
    } catch (ReportException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
  }

  /// Writes `page` to all its places.
  ///
  /// @throws BadInputException if it cannot be written
  public void write(Page page) {
    try {
      if (own != null) {
        page.write(own);
      }
      if (run != null) {
        page.writePart(run);
      }
    } catch (ReportException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
  }
}
