// SPDX-License-Identifier: Apache-2.0
package weft.files;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Puts the errors of the system into words. The names of Java's exceptions mean nothing to users.
final class FileReason {
  /// The system's words, and what they mean here. In another locale the system's own words are
  /// shown.
  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry("No space left on device", "no space is left on its device"),
          Map.entry("Disk quota exceeded", "the quota of this user is used up"),
          Map.entry("Read-only file system", "its file system is read-only; name another file"),
          Map.entry("File name too long", "its name is too long"),
          Map.entry("Not a directory", "a part of its path is a file, not a folder"),
          Map.entry("Is a directory", FileKind.FOLDER.obstacle()),
          Map.entry("Operation not permitted", "permission is denied"),
          Map.entry("Permission denied", "permission is denied"),
          Map.entry("Text file busy", "it is a program that runs"),
          Map.entry(
              "File too large",
              "it would be larger than its file system or the limit (ulimit -f) allows"),
          Map.entry("Broken pipe", "its reader has closed it"),
          Map.entry("Bad file descriptor", "it is closed"),
          Map.entry("No such device or address", "there is no device behind it"),
          Map.entry("Input/output error", "its device reports an error"),
          Map.entry("Stale file handle", "its file server has lost it"));

  private FileReason() {}

  static String ofWriting(Path file, IOException error) {
    @Nullable String folder = obstacleOfFolder(file, error);
    if (folder != null) {
      return folder;
    }
    if (error instanceof AccessDeniedException) {
      return "permission is denied; name a file that you may write";
    }
    return of(error);
  }

  static String ofReading(Path file, IOException error) {
    @Nullable String folder = obstacleOfFolder(file, error);
    if (folder != null) {
      return folder;
    }
    if (error instanceof NoSuchFileException) {
      return Files.isSymbolicLink(file)
          ? "it is a link to a file that does not exist"
          : "there is no such file";
    }
    if (error instanceof AccessDeniedException) {
      return "permission is denied";
    }
    return of(error);
  }

  /// Why the folder of a file cannot be used, or null if that is not the reason.
  private static @Nullable String obstacleOfFolder(Path file, IOException error) {
    // A link may lead to another folder. The error has the file that was missing there.
    Path missing =
        error instanceof NoSuchFileException known && known.getFile() != null
            ? Path.of(known.getFile())
            : file;
    Path folder = missing.toAbsolutePath().getParent();
    if (folder == null) {
      return null;
    }
    for (Path at = folder; at != null; at = at.getParent()) {
      if (Files.isDirectory(at)) {
        return at.equals(folder) || !Files.notExists(at.resolve(at.relativize(folder).getName(0)))
            ? null
            : "the folder "
                + Quoted.text(folder.toString())
                + " does not exist; make it, or name another file";
      }
      if (Files.exists(at)) {
        return Quoted.text(at.toString()) + " is not a folder";
      }
    }
    return null;
  }

  /// The cause of an error alone, without a file.
  static String of(IOException error) {
    return switch (error) {
      case CharacterCodingException _ -> "it is not text in UTF-8";
      case FileSystemLoopException _ -> "its links form a loop";
      case NoSuchFileException _ -> "it does not exist";
      case AccessDeniedException _ -> "permission is denied";
      case FileAlreadyExistsException _ -> "there is a file of this name already";
      case NotDirectoryException _ -> "it is not a folder";
      case DirectoryNotEmptyException _ -> "the folder is not empty";
      case FileSystemException known -> words(known.getReason());
      default -> words(error.getMessage());
    };
  }

  private static String words(@Nullable String text) {
    if (text == null || text.isBlank()) {
      return "the system gives no reason";
    }
    if (text.startsWith("Too many levels of symbolic links")) {
      return "its links form a loop"; // The JDK adds another reason, which it is not.
    }
    if (OpenFileLimit.isReached(text)) {
      return OpenFileLimit.sentence();
    }
    String known = WORDS.get(text);
    return known != null ? known : Quoted.beginning(text.strip());
  }
}
