// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

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
  static void checkTarget(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    String obstacle =
        folder == null || !Files.isDirectory(folder)
            ? "there is no folder " + folder
            : Files.isDirectory(file)
                ? "it is a folder"
                : Files.isWritable(Files.exists(file) ? file : folder) ? "" : "permission denied";
    if (!obstacle.isEmpty()) {
      throw CommandException.usage("The file " + file + " cannot be written: " + obstacle + ".");
    }
  }

  public static void write(Path file, Map<String, ?> content) {
    try {
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build()
          .writeValue(file.toFile(), content);
    } catch (JacksonException e) {
      throw CommandException.failure(
          "The file " + file + " cannot be written: " + e.getOriginalMessage() + ".");
    }
  }
}
