// SPDX-License-Identifier: Apache-2.0
package weft.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.regex.Pattern;

/// What a name of an output file leads to, with links followed, also a link to a file that does not
/// exist yet.
///
/// @param file the name that the user gave
/// @param place the file at the end of the links
/// @param kind the kind of that file
/// @param isDescriptor whether the links lead to an open file of a process, such as /dev/stdout.
///   Another process goes on to write there, so the file can neither be replaced nor emptied
record Target(Path file, Path place, FileKind kind, boolean isDescriptor) {
  private static final int MOST_LINKS = 40;
  private static final Pattern DESCRIPTORS = Pattern.compile("/proc/\\d+(/task/\\d+)?/fd");

  static Target of(Path file) throws FileException {
    try {
      Path place = file.toAbsolutePath();
      for (int links = 0; Files.isSymbolicLink(place); links++) {
        if (isDescriptor(place)) {
          return new Target(file, place, FileKind.of(place), true);
        }
        if (links == MOST_LINKS) {
          throw new FileException(file, "written", "its links form a loop", null);
        }
        place = place.resolveSibling(Files.readSymbolicLink(place));
      }
      return new Target(file, place, FileKind.of(place), false);
    } catch (IOException e) {
      throw FileException.notWritten(file, e);
    }
  }

  private static boolean isDescriptor(Path link) throws IOException {
    Path folder = link.getParent();
    return folder != null && DESCRIPTORS.matcher(folder.toRealPath().toString()).matches();
  }

  /// Whether it can be replaced as a whole: it is a regular file, or does not exist.
  boolean isReplaceable() {
    return !isDescriptor && (kind == FileKind.REGULAR || kind == FileKind.MISSING);
  }

  /// Throws if nothing can be written to it, whatever the permissions.
  Target checkKind() throws FileException {
    return switch (kind) {
      case REGULAR, MISSING, PIPE, DEVICE -> this;
      default -> throw new FileException(file, "written", kind.obstacle(), null);
    };
  }

  /// Opens a pipe, a device or an open file for writing at its end.
  OutputStream openAsStream(Duration patience) throws IOException {
    if (kind == FileKind.PIPE) {
      return PipeOpening.open(
          place,
          () -> Files.newOutputStream(place, StandardOpenOption.WRITE),
          "written",
          "reader",
          patience);
    }
    return kind == FileKind.DEVICE
        ? Files.newOutputStream(place, StandardOpenOption.WRITE)
        : Files.newOutputStream(place, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
  }
}
