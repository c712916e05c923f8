// SPDX-License-Identifier: Apache-2.0
package weft.files;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import weft.WeftException;

/// The number of files and connections that this process may have open at once (`ulimit -n`).
///
/// A process that reaches it fails anywhere, also where Java loads a class. So what needs many
/// files asks first, and an error that has this cause is told by [#sentence].
public final class OpenFileLimit {
  private static final String REACHED = "Too many open files";
  private static final Path LIMITS = Path.of("/proc/self/limits");
  private static final String FIELD = "Max open files";

  /// The files that Java opens and closes while it loads classes, and starts processes.
  private static final int SPARE = 12;

  private OpenFileLimit() {}

  /// Whether `error` says that the limit is reached.
  public static boolean isReached(@Nullable Throwable error) {
    for (Throwable it = error; it != null; it = it.getCause()) {
      if (it.getMessage() != null && isReached(it.getMessage())) {
        return true;
      }
    }
    return false;
  }

  static boolean isReached(String message) {
    return message.contains(REACHED);
  }

  /// Says that the limit is reached, and what to do.
  public static String sentence() {
    long limit = limit();
    return "this process has too many open files"
        + (limit == Long.MAX_VALUE ? "" : ": it may have " + limit + " at once")
        + "; raise the limit (ulimit -n)";
  }

  /// The message of `error`, or [#sentence] if it says that the limit is reached.
  public static String told(Exception error) {
    return isReached(error) ? sentence() : String.valueOf(error.getMessage());
  }

  /// Refuses to go on if this process may not open `more` files and connections.
  ///
  /// @param purpose what needs them, as in `to start 100 ranks`
  /// @throws WeftException in a sentence that names the limit and what is needed
  public static void require(long more, String purpose) {
    long limit = limit();
    long open = open();
    if (open + more + SPARE > limit) {
      throw new WeftException(
          "this process may have "
              + limit
              + " files open at once (ulimit -n), and it needs about "
              + roundUp(open + more + SPARE)
              + " "
              + purpose
              + "; raise that limit, or start fewer ranks");
    }
  }

  private static long roundUp(long files) {
    return (files + 15) / 16 * 16;
  }

  /// The limit; the largest number if it is not known. Java raises the soft limit to the hard one
  /// when it starts.
  public static long limit() {
    try {
      for (String line : Files.readAllLines(LIMITS)) {
        if (line.startsWith(FIELD)) {
          String soft = line.substring(FIELD.length()).strip().split("\\s+", 2)[0];
          return soft.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(soft);
        }
      }
    } catch (IOException | NumberFormatException e) {
      // Not Linux, or hidden, or no file can be opened any more.
    }
    return Long.MAX_VALUE;
  }

  private static long open() {
    String[] files = new File("/proc/self/fd").list();
    return files == null ? 0 : files.length;
  }
}
