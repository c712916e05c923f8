// SPDX-License-Identifier: Apache-2.0
package weft.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import weft.files.Quoted;

/// A page that is a part of another one. Its file has a line for each heading, an empty line, and
/// the markup.
///
/// @param hasCharts whether it needs the library of charts
/// @param hasMeshes whether it needs that of meshes
/// @param body its sections, as markup
record PagePart(List<Heading> headings, boolean hasCharts, boolean hasMeshes, String body) {
  /// The heading of a section.
  ///
  /// @param id the identifier of the section's heading
  record Heading(String id, String title) {}

  void write(Path file) {
    PageFile.write(
        file,
        out -> {
          out.raw("charts " + hasCharts + "\nmeshes " + hasMeshes + "\n");
          for (Heading it : headings) {
            out.raw(it.id + " " + it.title.replace('\n', ' ') + "\n");
          }
          out.raw("\n").raw(body);
        });
  }

  static PagePart read(Path file) {
    try {
      String text = Files.readString(file);
      int end = text.indexOf("\n\n");
      String[] lines = text.substring(0, Math.max(0, end)).split("\n", -1);
      if (end < 0 || lines.length < 2) {
        throw new ReportException(Quoted.text(file.toString()) + " is not a part of a page.", null);
      }
      var headings = new ArrayList<Heading>();
      for (String line : List.of(lines).subList(2, lines.length)) {
        int space = line.indexOf(' ');
        headings.add(new Heading(line.substring(0, space), line.substring(space + 1)));
      }
      return new PagePart(
          headings, lines[0].endsWith("true"), lines[1].endsWith("true"), text.substring(end + 2));
    } catch (IOException e) {
      throw new ReportException(
          "The part of a page in " + Quoted.text(file.toString()) + " cannot be read: " + e, e);
    }
  }
}
