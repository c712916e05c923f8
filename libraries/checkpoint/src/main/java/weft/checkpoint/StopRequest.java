// SPDX-License-Identifier: Apache-2.0
package weft.checkpoint;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import weft.checkpoint.files.CheckpointFolder;

/// Looks whether the job is asked to save a checkpoint and to end: by a file in the folder, which
/// every host sees.
final class StopRequest {
  private static final long BETWEEN_LOOKS = 50_000_000;

  private final Path file;
  private long looked = System.nanoTime();
  private boolean asked;

  StopRequest(Path folder) {
    this.file = CheckpointFolder.stopRequest(folder);
  }

  /// Asks for that. Returns whether nobody has asked before. Any thread may call it.
  ///
  /// @throws IOException if the folder cannot be written
  boolean make() throws IOException {
    try {
      Files.createFile(file);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  boolean isAsked() {
    long now = System.nanoTime();
    if (!asked && now - looked > BETWEEN_LOOKS) {
      looked = now;
      asked = Files.exists(file);
    }
    return asked;
  }
}
