// SPDX-License-Identifier: Apache-2.0
package weft.cli.checkpoint;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import weft.checkpoint.files.CheckpointFolder;
import weft.transport.job.Proc;

/// Lets a job that saves checkpoints save one more when this process is ended by SIGTERM, as a
/// batch system does at a time limit, and `weft stop`. If the job takes too long, or a second
/// signal comes, it is ended as any other.
final class SavingEnd implements AutoCloseable {
  /// The exit code of a process that SIGTERM has ended.
  private static final int ENDED = 143;

  private static final int MOST_SECONDS = 20;

  private final @Nullable Path folder;
  private final PrintStream err;
  private volatile boolean asked;

  /// @param folder the folder of the job's checkpoints; null if there are none
  SavingEnd(@Nullable Path folder, PrintStream err) {
    this.folder = folder;
    this.err = err;
    if (folder != null) {
      Proc.onTerm(this::ended);
    }
  }

  /// The exit code of this process, if that of the job is `code`.
  int code(int code) {
    return asked && code == 0 ? ENDED : code;
  }

  private void ended() {
    Path folder = this.folder;
    if (asked || folder == null || !CheckpointFolder.wasOpened(folder)) {
      System.exit(ENDED);
      return;
    }
    asked = true;
    err.println(
        "weft: A checkpoint is saved before the job ends, for up to "
            + MOST_SECONDS
            + " s; a second signal ends it at once.");
    try {
      Files.writeString(CheckpointFolder.stopRequest(folder), "");
      Thread.sleep(MOST_SECONDS * 1000L);
      err.println("weft: The job has not saved a checkpoint in that time, and is ended.");
    } catch (IOException e) {
      err.println("weft: The job cannot be asked for a checkpoint, and is ended.");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    System.exit(ENDED);
  }

  @Override
  public void close() {
    if (folder == null) {
      return;
    }
    asked = true; // a signal from now on finds no job
    try {
      Files.deleteIfExists(CheckpointFolder.stopRequest(folder));
    } catch (IOException e) {
      // The next job in the folder removes it.
    }
  }
}
