// SPDX-License-Identifier: Apache-2.0
package weft.checkpoint.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A checkpoint in its folder.
///
/// @param folder the folder of this checkpoint
public record SavedCheckpoint(Path folder, Manifest manifest) {
  /// How often a restart from one checkpoint may fail before that is not tried again.
  public static final int MOST_RESTARTS = 2;

  /// The file with a line for each restart that has failed.
  private static final String RESTARTS = "restarts";

  /// Reads the manifest of the checkpoint in `folder`.
  ///
  /// @throws DamagedException if that is not as it was written
  /// @throws IOException if it cannot be read
  public static SavedCheckpoint read(Path folder) throws IOException {
    return new SavedCheckpoint(folder, Manifest.read(folder));
  }

  /// Opens the file of one rank.
  ///
  /// @throws DamagedException if it is not as it was written
  /// @throws IOException if it cannot be read
  public RankFile open(int rank) throws IOException {
    return new RankFile(folder.resolve(Manifest.fileOf(rank)), manifest.files().get(rank));
  }

  /// Reads the whole file of one rank.
  ///
  /// @throws DamagedException if it is not as it was written
  /// @throws IOException if it cannot be read
  public void verify(int rank) throws IOException {
    try (RankFile file = open(rank)) {
      file.verify();
    }
  }

  /// How many restarts from it have failed because it could not be restored.
  public int failedRestarts() {
    Path file = folder.resolve(RESTARTS);
    try {
      return Files.isRegularFile(file) ? Files.readAllLines(file).size() : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  /// Notes that it could not be restored, where the folder can be written. A restart that the user
  /// ended, or for which there was too little memory, says nothing about it.
  public void restartFailed() {
    try {
      Files.writeString(
          folder.resolve(RESTARTS),
          "failed\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      // A folder that is read-only can be restarted from; only the number of attempts is not known.
    }
  }

  /// Notes that the state has been restored.
  public void restartSucceeded() {
    try {
      Files.deleteIfExists(folder.resolve(RESTARTS));
    } catch (IOException e) {
      // See above.
    }
  }

  /// Whether it is not there any more: the job that saves in its folder has removed it.
  public static boolean isGone(Path folder) {
    return Files.notExists(folder);
  }
}
