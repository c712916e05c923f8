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

/// Tells the launcher that has started a JVM of ranks that are threads whether a job runs in it: a
/// file is there while one does. A JVM that ends with its job unfinished may end with 0, and
/// `Runtime.halt` leaves it no chance to say so.
public final class RunMark {
  /// What a launcher finds when the JVM has ended.
  public enum Found {
    /// No job runs any more.
    NOTHING,
    /// A job ran until the end.
    UNFINISHED,
    /// A job ran until the end, and the JVM has said so.
    REPORTED
  }

  private static final AtomicInteger JOBS = new AtomicInteger();
  private static final byte[] TOLD = {'1'};

  private final Path file;

  private RunMark(Path file) {
    this.file = file;
  }

  /// What a launcher puts into [JobVariables#MARK], for the child that it starts; `folder` is
  /// empty.
  public static String variable(Path folder) {
    return ProcessHandle.current().pid() + ":" + folder;
  }

  /// What the child has left in `folder`.
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
      // Somebody else has removed the folder: then nothing is known.
    }
    return found;
  }

  /// Says that a job begins; null where no launcher wants to know. A process that a rank starts
  /// inherits the variable, and is not meant.
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
      return null; // A full disk: the job runs all the same.
    }
  }

  private static String parent() {
    long parent = Proc.parent(Proc.self());
    return parent != Proc.NONE
        ? Long.toString(parent)
        : ProcessHandle.current().parent().map(it -> Long.toString(it.pid())).orElse("");
  }

  /// The job is over, or its user has ended it.
  public void end() {
    boolean _ = file.toFile().delete();
  }

  /// The report of this job has been printed.
  public void reported() {
    try {
      Files.write(file, TOLD);
    } catch (IOException e) {
      // The launcher then reports it, too.
    }
  }
}
