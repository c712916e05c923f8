// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import weft.files.FileException;

/// Why standard output or error could not be written. A [PrintStream] throws no exceptions, so a
/// program that prints to a full disk or a closed pipe would end as if all were well.
///
/// @param hasNoReader whether it is a pipe whose reader has closed it. The system ends other
///   programs for that by the signal SIGPIPE, which a JVM ignores
/// @param sentence what happened, for the user
public record StandardStream(boolean hasNoReader, String sentence) {
  /// The exit code that shells show for a program that SIGPIPE has ended.
  public static final int NO_READER = 128 + 13;

  private static final int FORMAT = 0xf000;
  private static final int PIPE = 0x1000;
  private static final int SOCKET = 0xc000;

  /// Returns why `stream` could not be written, or null if all was written so far. It flushes the
  /// stream.
  public static @Nullable StandardStream failure(PrintStream stream) {
    if (!stream.checkError()) {
      return null;
    }
    if (stream.equals(System.out)) {
      return of("standard output", FileDescriptor.out, Path.of("/proc/self/fd/1"));
    }
    if (stream.equals(System.err)) {
      return of("standard error", FileDescriptor.err, Path.of("/proc/self/fd/2"));
    }
    return new StandardStream(false, sentence("the output", null));
  }

  /// The first failure of standard output or error of this process, or null.
  public static @Nullable StandardStream failure() {
    StandardStream out = failure(System.out);
    return out != null ? out : failure(System.err);
  }

  private static StandardStream of(String name, FileDescriptor descriptor, Path link) {
    String reason = reason(descriptor, link);
    boolean hasNoReader = isPipe(link) || "Broken pipe".equals(reason);
    return new StandardStream(hasNoReader, sentence(name, reason));
  }

  private static String sentence(String name, @Nullable String reason) {
    return name
        + " could not be written"
        + (reason == null ? "" : ": " + reason)
        + "; what was printed there is lost";
  }

  /// The system's reason. The stream has not kept it, but one more write meets it again.
  @SuppressWarnings("resource") // closing it would close the descriptor
  private static @Nullable String reason(FileDescriptor descriptor, Path link) {
    if (Files.exists(Path.of("/proc/self")) && !Files.exists(link)) {
      return "it is closed";
    }
    try {
      new FileOutputStream(descriptor).write('\n');
      return null; // There is room again.
    } catch (IOException e) {
      return FileException.reason(e);
    }
  }

  private static boolean isPipe(Path link) {
    try {
      int format = (Integer) Files.getAttribute(link, "unix:mode") & FORMAT;
      return format == PIPE || format == SOCKET;
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return false;
    }
  }
}
