// SPDX-License-Identifier: Apache-2.0
package weft.report;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;

/// The file of a page. It is written to a draft in the same folder, which is then renamed.
final class PageFile {
  /// Writes the text of a page.
  interface Content {
    void writeTo(HtmlOutput out) throws IOException;
  }

  private PageFile() {}

  /// Checks the file by creating a draft in its folder. Permissions are not conclusive: the user
  /// may be root, and the file system may be full or read-only.
  static void check(Path file) {
    try {
      Path place = place(file);
      if (isDevice(place)) {
        return;
      }
      refuseFolder(file, place);
      if (Files.exists(place) && !Files.isWritable(place)) {
        throw new AccessDeniedException(place.toString());
      }
      Path probe = Files.createFile(draft(place));
      try {
        Files.write(probe, new byte[4096]);
      } finally {
        Files.deleteIfExists(probe);
      }
    } catch (IOException e) {
      throw failure(file, e);
    }
  }

  static void write(Path file, Content content) {
    try {
      Path place = place(file);
      if (isDevice(place)) {
        try (var out = new BufferedOutputStream(Files.newOutputStream(place), 1 << 16)) {
          content.writeTo(new HtmlOutput(out));
        }
        return;
      }
      refuseFolder(file, place);
      Path draft = Files.createFile(draft(place));
      try {
        try (var out = new BufferedOutputStream(Files.newOutputStream(draft), 1 << 16)) {
          content.writeTo(new HtmlOutput(out));
        }
        move(draft, place);
      } finally {
        Files.deleteIfExists(draft);
      }
    } catch (IOException e) {
      throw failure(file, e);
    }
  }

  private static void move(Path draft, Path place) throws IOException {
    try {
      Files.move(draft, place, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(draft, place, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /// Returns the file to write. If `file` is a link, this is its target, so the link remains.
  private static Path place(Path file) throws IOException {
    return Files.isSymbolicLink(file) && Files.exists(file)
        ? file.toRealPath()
        : file.toAbsolutePath();
  }

  /// Returns a draft file in the same folder, so that it can be renamed. Temporary files of the JDK
  /// are readable only by their owner, but reports are shared.
  private static Path draft(Path place) {
    String name =
        ".weft-report-" + ProcessHandle.current().pid() + "-" + System.nanoTime() + ".tmp";
    return folder(place).resolve(name);
  }

  private static Path folder(Path place) {
    return Objects.requireNonNull(place.getParent(), "an absolute file has a folder");
  }

  /// Returns whether `place` is a device such as /dev/stdout, to which no file can be renamed.
  private static boolean isDevice(Path place) {
    return Files.exists(place) && !Files.isRegularFile(place) && !Files.isDirectory(place);
  }

  private static void refuseFolder(Path file, Path place) {
    if (Files.isDirectory(place)) {
      throw new ReportException(
          "The report cannot be written to " + file + ": it is a folder. Name a file in it.", null);
    }
  }

  private static ReportException failure(Path file, IOException e) {
    Path folder = file.toAbsolutePath().getParent();
    String reason;
    if (folder != null && !Files.exists(folder)) {
      reason = "the folder " + folder + " does not exist. Make it, or name another file.";
    } else if (folder != null && !Files.isDirectory(folder)) {
      reason = folder + " is not a folder. Name another file.";
    } else if (e instanceof AccessDeniedException) {
      reason = "permission is denied. Name a file that you may write.";
    } else if (e instanceof NoSuchFileException) {
      reason = "its folder does not exist. Make it, or name another file.";
    } else if (e instanceof FileSystemException failed && failed.getReason() != null) {
      reason = failed.getReason() + ".";
    } else {
      reason = e.getMessage() + ".";
    }
    return new ReportException("The report cannot be written to " + file + ": " + reason, e);
  }
}
