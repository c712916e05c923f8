// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import weft.transport.JobVariables;

/// Informs the launcher of a JVM whose ranks are threads whether a job runs in it. A file exists
/// while one runs. A JVM that ends with its job unfinished may exit with 0, and after
/// `Runtime.halt` it cannot report this itself.
public final class RunMark {
  /// The state that a launcher finds when the JVM has ended.
  public enum Found {
    /// No job was running.
    NOTHING,
    /// A job ran until the end.
    UNFINISHED,
    /// A job ran until the end, and the JVM has reported it.
    REPORTED
  }

  private static final AtomicInteger JOBS = new AtomicInteger();
  private static final byte[] TOLD = {'1'};

  private final Path file;

  private RunMark(Path file) {
    this.file = file;
  }

  /// The value of [JobVariables#MARK] for a launcher's child; `folder` is empty.
  public static String variable(Path folder) {
    return ProcessHandle.current().pid() + ":" + folder;
  }

  /// The state that the child has left in `folder`.
  public static Found find(Path folder) {
    Found found = Found.NOTHING;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "job-*")) {
      for (Path file : files) {
        if (Files.size(file) > 0) {
          return Found.REPORTED;
        }
        found = Found.UNFINISHED;
      }
    } catch (IOException e) {
      // Another process has removed the folder, so nothing is known.
    }
    return found;
  }

  /// Marks the begin of a job; null if no launcher requests it. A process that a rank starts
  /// inherits the variable, and must ignore it.
  public static @Nullable RunMark begin(Map<String, String> environment) {
    String value = environment.getOrDefault(JobVariables.MARK, "");
    int colon = value.indexOf(':');
    if (colon < 0 || !value.substring(0, colon).equals(parent())) {
      return null;
    }
    try {
      Path file = Path.of(value.substring(colon + 1)).resolve("job-" + JOBS.incrementAndGet());
      return new RunMark(Files.createFile(file));
    } catch (IOException e) {
      return null; // A full disk: the job runs without a mark.
    }
  }

  private static String parent() {
    long parent = Proc.parent(Proc.self());
    return parent != Proc.NONE
        ? Long.toString(parent)
        : ProcessHandle.current().parent().map(it -> Long.toString(it.pid())).orElse("");
  }

  /// Called when the job is over, or its user has ended it.
  public void end() {
    boolean _ = file.toFile().delete();
  }

  /// Records that the report of this job has been printed.
  public void reported() {
    try {
      Files.write(file, TOLD);
    } catch (IOException e) {
      // The launcher then reports it, too.
    }
  }
}
