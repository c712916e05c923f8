// SPDX-License-Identifier: Apache-2.0
package weft.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import weft.transport.JobVariables;

/// Opens a pipe. The system lets the caller wait until another process opens the other end, without
/// a limit. Here another thread waits, for the time after which a standstill would be reported.
final class PipeOpening {
  private static final long SECONDS_TO_RELEASE = 5;

  private PipeOpening() {}

  /// The time to wait for the other end.
  static Duration patience() {
    long stall = JobVariables.stall(System.getenv());
    return stall > 0 ? Duration.ofNanos(stall) : Duration.ofMinutes(1);
  }

  /// Opens `pipe` by `opener`.
  ///
  /// @param other the process at the other end
  static <T extends Closeable> T open(
      Path pipe, Callable<T> opener, String what, String other, Duration patience)
      throws IOException {
    var opening = new FutureTask<T>(opener);
    Thread.ofPlatform().name("weft-open-pipe").daemon().start(opening);
    try {
      return opening.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      release(pipe, opening);
      throw new FileException(
          pipe,
          what,
          "it is a pipe, and for %d s no process has opened it as its %s"
              .formatted(Math.max(1, patience.toSeconds()), other),
          e);
    } catch (InterruptedException e) {
      release(pipe, opening);
      Thread.currentThread().interrupt();
      throw new FileException(pipe, what, "the thread was interrupted", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failed) {
        throw failed;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  /// Lets the waiting thread go on, by opening both ends, and closes what it has opened.
  private static void release(Path pipe, FutureTask<? extends Closeable> opening) {
    boolean interrupted = Thread.interrupted();
    try (FileChannel _ =
        FileChannel.open(pipe, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      opening.get(SECONDS_TO_RELEASE, TimeUnit.SECONDS).close();
    } catch (IOException | ExecutionException | TimeoutException | InterruptedException e) {
      // The thread keeps waiting. It is a daemon, so it does not keep the JVM alive.
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
