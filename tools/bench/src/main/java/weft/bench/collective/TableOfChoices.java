// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.io.IOException;
import java.nio.file.Path;
import weft.bench.BenchException;
import weft.collective.schedule.Choices;

/// The measured table of choices. As for every job, it is the one that the environment names, or
/// the built-in one.
public final class TableOfChoices {
  private static final String VARIABLE = "WEFT_CHOICES";

  private TableOfChoices() {}

  public static Choices read() {
    String file = System.getenv(VARIABLE);
    if (file == null || file.isEmpty()) {
      return Choices.builtIn();
    }
    try {
      return Choices.load(Path.of(file));
    } catch (IOException e) {
      throw new BenchException(VARIABLE + " names " + file + ", which cannot be read", e);
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
