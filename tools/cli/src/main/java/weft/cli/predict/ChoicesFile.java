// SPDX-License-Identifier: Apache-2.0
package weft.cli.predict;

import java.nio.file.Path;
import weft.cli.CommandException;
import weft.collective.schedule.Choices;
import weft.files.FileException;
import weft.files.InputFile;

/// The table of choices that a prediction compares with.
final class ChoicesFile {
  private static final int LARGEST_FILE = 1 << 24;

  private ChoicesFile() {}

  /// The table of choices in a file, or the built-in one for these hosts if `file` is empty.
  static Choices read(String file, int hostCount) {
    Choices builtIn = hostCount > 1 ? Choices.apart() : Choices.builtIn();
    if (file.isEmpty()) {
      return builtIn;
    }
    try {
      return Choices.parse(file, InputFile.lines(Path.of(file), LARGEST_FILE), builtIn);
    } catch (FileException e) {
      throw CommandException.usage(
          "The table of choices %s cannot be read: %s.".formatted(file, e.reason()));
    }
  }
}
