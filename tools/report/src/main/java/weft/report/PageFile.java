// SPDX-License-Identifier: Apache-2.0
package weft.report;

import java.io.IOException;
import java.nio.file.Path;
import weft.files.FileException;
import weft.files.OutputFile;
import weft.files.Quoted;

/// The file of a page.
final class PageFile {
  /// Writes the text of a page.
  interface Content {
    void writeTo(HtmlOutput out) throws IOException;
  }

  private PageFile() {}

  static void check(Path file) {
    try {
      OutputFile.check(file);
    } catch (FileException e) {
      throw failure(file, e);
    }
  }

  static void write(Path file, Content content) {
    try {
      OutputFile.write(file, out -> content.writeTo(new HtmlOutput(out)));
    } catch (FileException e) {
      throw failure(file, e);
    }
  }

  private static ReportException failure(Path file, FileException e) {
    return new ReportException(
        "The report cannot be written to " + Quoted.text(file.toString()) + ": " + e.reason() + ".",
        e);
  }
}
