// SPDX-License-Identifier: Apache-2.0
package weft.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/// The kinds of files, links followed.
enum FileKind {
  MISSING(""),
  REGULAR(""),
  FOLDER("it is a folder; name a file in it"),
  PIPE("it is a pipe"),
  DEVICE("it is a device"),
  DISK("it is a disk; name a file"),
  SOCKET("it is a socket; name a file"),
  UNKNOWN("it is not a file; name a file");

  private static final int FORMAT = 0xf000;

  private final String obstacle;

  FileKind(String obstacle) {
    this.obstacle = obstacle;
  }

  /// Why a file of this kind cannot be used, in words.
  String obstacle() {
    return obstacle;
  }

  static FileKind of(Path file) throws IOException {
    try {
      return of(file, Files.readAttributes(file, BasicFileAttributes.class));
    } catch (NoSuchFileException e) {
      return MISSING;
    }
  }

  private static FileKind of(Path file, BasicFileAttributes attributes) throws IOException {
    if (attributes.isRegularFile()) {
      return REGULAR;
    }
    if (attributes.isDirectory()) {
      return FOLDER;
    }
    if (!file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
      return UNKNOWN;
    }
    return switch ((Integer) Files.getAttribute(file, "unix:mode") & FORMAT) {
      case 0x1000 -> PIPE;
      case 0x2000 -> DEVICE;
      case 0x6000 -> DISK;
      case 0xc000 -> SOCKET;
      default -> UNKNOWN;
    };
  }
}
