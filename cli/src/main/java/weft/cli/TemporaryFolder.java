// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Folders that live as long as this process. Their names carry its number, so that what a killed
/// launcher left behind can be told and removed.
final class TemporaryFolder {
  private static final String PREFIX = "weft-launcher-";

  private TemporaryFolder() {}

  /// A new folder, for this user alone, removed when this process ends.
  static Path create(String purpose) {
    try {
      Path folder =
          Files.createTempDirectory(PREFIX + ProcessHandle.current().pid() + "-" + purpose + "-");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder), "weft-remove-folder"));
      return folder;
    } catch (IOException e) {
      throw CommandException.failure(
          "No folder can be made in "
              + System.getProperty("java.io.tmpdir")
              + ": "
              + e.getMessage()
              + ". Free some space there, or name another folder: JDK_JAVA_OPTIONS=-Djava.io.tmpdir=DIR");
    }
  }

  /// This user's folders whose process is gone.
  static List<Path> stale() {
    var stale = new ArrayList<Path>();
    Path parent = Path.of(System.getProperty("java.io.tmpdir"));
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (Path folder : folders) {
        String[] parts = folder.getFileName().toString().substring(PREFIX.length()).split("-", 2);
        boolean gone =
            parts[0].matches("\\d{1,18}") && ProcessHandle.of(Long.parseLong(parts[0])).isEmpty();
        if (gone && Files.isWritable(folder)) {
          stale.add(folder);
        }
      }
    } catch (IOException e) {
      return List.of(); // No such folder: nothing was left in it.
    }
    return stale;
  }

  static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (NoSuchFileException e) {
      return;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
