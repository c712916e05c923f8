// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.nio.file.Path;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import weft.files.FileException;
import weft.files.OutputFile;

/// Reads and writes the files that `--json FILE` names. No other class uses Jackson, because it
/// takes 200 ms to load.
public final class JsonFile {
  private JsonFile() {}

  /// Reads a JSON file as maps, lists, numbers and strings.
  public static Object read(Path file) {
    try {
      return JsonMapper.builder().build().readValue(file.toFile(), Object.class);
    } catch (JacksonException e) {
      throw CommandException.failure(
          "The file " + file + " is not JSON: " + e.getOriginalMessage() + ".");
    }
  }

  /// Fails if `file` cannot be written. Called before the work whose results are written to it.
  public static void checkTarget(Path file) {
    try {
      OutputFile.check(file);
    } catch (FileException e) {
      throw CommandException.usage("The file " + e.getMessage() + ".");
    }
  }

  /// Writes `content`.
  public static void write(Path file, Map<String, ?> content) {
    byte[] text =
        JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build()
            .writeValueAsBytes(content);
    try {
      OutputFile.write(file, out -> out.write(text));
    } catch (FileException e) {
      throw CommandException.failure("The file " + e.getMessage() + ".");
    }
  }
}
