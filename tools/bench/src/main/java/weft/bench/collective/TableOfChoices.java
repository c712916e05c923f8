// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.nio.file.Path;
import weft.bench.BenchException;
import weft.collective.schedule.Choices;
import weft.files.FileException;
import weft.files.InputFile;

/// The measured table of choices. As for every job, it is the one that the environment names, or
/// the built-in one.
public final class TableOfChoices {
  private static final String VARIABLE = "WEFT_CHOICES";
  private static final int LARGEST = 1 << 24;

  private TableOfChoices() {}

  public static Choices read() {
    String file = System.getenv(VARIABLE);
    if (file == null || file.isEmpty()) {
      return Choices.builtIn();
    }
    try {
      return Choices.parse(file, InputFile.lines(Path.of(file), LARGEST));
    } catch (FileException e) {
      throw new BenchException(VARIABLE + " names a table of choices: " + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new BenchException(VARIABLE + " names " + file + ", which is not valid", e);
    }
  }

  /// Describes the table in the report.
  static String describe() {
    String file = System.getenv(VARIABLE);
    return file == null || file.isEmpty() ? "the built-in one" : file;
  }
}
