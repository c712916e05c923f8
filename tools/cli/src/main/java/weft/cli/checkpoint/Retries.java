// SPDX-License-Identifier: Apache-2.0
package weft.cli.checkpoint;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import weft.checkpoint.files.CheckpointFolder;
import weft.cli.CommandException;
import weft.transport.job.ExitCause;
import weft.transport.job.JvmEnd;

/// Starts a job again, from its last checkpoint, when it has failed.
public final class Retries {
  /// The exit code of a command line that is wrong.
  private static final int USAGE = 2;

  private final @Nullable Path folder;
  private final int retries;
  private final Consumer<Path> restart;
  private final PrintStream err;

  /// @param folder the folder of the job's checkpoints; null if there are none
  /// @param restart makes the next run go on from the last checkpoint in a folder
  public Retries(@Nullable Path folder, int retries, Consumer<Path> restart, PrintStream err) {
    this.folder = folder;
    this.retries = retries;
    this.restart = restart;
    this.err = err;
  }

  /// The folder in which the job saves: that of `--checkpoint`, or of `--restart` alone.
  public static @Nullable Path folder(@Nullable Path checkpoint, @Nullable Path restart) {
    return checkpoint != null || restart == null ? checkpoint : CheckpointFolder.folder(restart);
  }

  /// Refuses retries without checkpoints.
  public static void check(int retries, boolean hasCheckpoints) {
    if (retries < 0 || retries > 0 && !hasCheckpoints) {
      throw CommandException.usage(
          "--retries needs --checkpoint FOLDER or --restart FOLDER, and a number from 0 on: without a checkpoint there"
              + " is nothing to go on from.");
    }
  }

  /// Refuses to go on from `restart` where no checkpoint is. The program finds that out as well,
  /// but only if it asks for its state.
  public static void checkRestart(Path restart) {
    Path folder = CheckpointFolder.folder(restart);
    if (isEmpty(folder)) {
      throw CommandException.usage(
          "--restart "
              + restart
              + ": there is no checkpoint in "
              + folder.toAbsolutePath()
              + "; name the folder that --checkpoint had.");
    }
  }

  /// Runs `start` until it succeeds, is ended by the user, or has failed once more than it may.
  /// Returns the last exit code.
  public int run(IntSupplier start) {
    // Checkpoints of an earlier job in the same folder are not this job's.
    long before = last(folder);
    int code = once(start);
    for (int retry = 1; retry <= retries && isFailure(code); retry++) {
      long last = last(folder);
      if (folder != null && last > before) {
        restart.accept(folder);
      }
      err.println(
          "weft: The job has failed with exit code "
              + code
              + "; "
              + (last > before
                  ? "it goes on from " + CheckpointFolder.of(Path.of(""), last)
                  : "there is no new checkpoint of it, so it starts as before")
              + " (retry "
              + retry
              + " of "
              + retries
              + ").");
      code = once(start);
    }
    return code;
  }

  private int once(IntSupplier start) {
    try (var end = new SavingEnd(folder, err)) {
      return end.code(start.getAsInt());
    } finally {
      JvmEnd.awaitIfBegun(); // Then the user has ended it.
    }
  }

  private static boolean isFailure(int code) {
    return code != 0 && code != USAGE && !ExitCause.isByUser(code);
  }

  private static boolean isEmpty(Path folder) {
    try {
      return CheckpointFolder.numbers(folder).isEmpty();
    } catch (IOException e) {
      return false; // the job itself says why its folder cannot be read
    }
  }

  private static long last(@Nullable Path folder) {
    if (folder == null) {
      return 0;
    }
    try {
      List<Long> numbers = CheckpointFolder.numbers(folder);
      return numbers.isEmpty() ? 0 : numbers.getFirst();
    } catch (IOException e) {
      return 0; // the job itself says why its folder cannot be read
    }
  }
}
