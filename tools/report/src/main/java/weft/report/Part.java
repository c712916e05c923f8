// SPDX-License-Identifier: Apache-2.0
package weft.report;

import java.io.IOException;
import java.util.Arrays;

/// One part of a page: a table, a chart, a heat map, a timeline, a mesh, or one of a program's own.
///
/// ```java
/// final class Dial extends Part {
///   @Override
///   protected void writeTo(HtmlOutput out, String id) throws IOException {
///     out.raw("<figure id=\"" + id + "\"><svg viewBox=\"0 0 100 100\">…</svg>")
///         .raw("<figcaption>").text("Share of the work: " + share).raw("</figcaption></figure>\n");
///   }
/// }
/// ```
///
/// A part must not load anything from elsewhere. Its colours should be variables of the page's
/// style, which are defined for light and dark: `--page`, `--panel`, `--line`, `--accent`, and
/// `--c0` to `--c11`.
public abstract class Part {
  /// Creates a part.
  protected Part() {}

  /// Writes this part as HTML.
  ///
  /// @param id a prefix for the ids of this part's elements, unique on the page
  protected abstract void writeTo(HtmlOutput out, String id) throws IOException;

  /// Whether there is nothing to draw: all values are 0 or missing.
  static boolean isFlat(double[] values) {
    return Arrays.stream(values).allMatch(value -> value == 0 || Double.isNaN(value));
  }

  /// Writes a sentence in place of a picture whose values are all 0.
  static void writeFlat(HtmlOutput out, String id, String title) throws IOException {
    out.raw("<p id=\"" + id + "\" class=\"note\"><strong>").text(title);
    out.raw("</strong>: all values are 0.</p>\n");
  }
}
