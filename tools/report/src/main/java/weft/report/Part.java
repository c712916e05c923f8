// SPDX-License-Identifier: Apache-2.0
package weft.report;

import java.io.IOException;

/// One part of a page: a table, a chart, a heat map or a timeline.
public abstract sealed class Part permits DataTable, Chart, HeatMap, Timeline {
  Part() {}

  /// Writes this part as HTML.
  ///
  /// @param id a prefix for the ids of this part's elements, unique on the page
  abstract void writeTo(HtmlOutput out, String id) throws IOException;
}
