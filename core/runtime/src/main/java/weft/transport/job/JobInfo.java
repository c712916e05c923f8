// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/// A job on this machine, as described in its directory.
///
/// @param id the job's random name
/// @param directory its directory
/// @param pid the process of its host, or of its ranks if these are threads. It is the process of
///   rank 0 if a launcher other than Weft's own has started them
/// @param started the start time of that process, in clock ticks since the machine's start
/// @param began the time at which the job began
/// @param size the number of its ranks
/// @param program the program of the ranks
/// @param segment the file of its memory, until all ranks have mapped it; null if ranks are threads
/// @param token the secret that opens its control socket; never printed
/// @param launcher the process on this host that has started the ranks and ends them on request; 0
///   if the host does that itself
public record JobInfo(
    String id,
    Path directory,
    long pid,
    long started,
    Instant began,
    int size,
    String program,
    @Nullable Path segment,
    String token,
    long launcher) {

  /// A job whose host ends it.
  public JobInfo(
      String id,
      Path directory,
      long pid,
      long started,
      Instant began,
      int size,
      String program,
      @Nullable Path segment,
      String token) {
    this(id, directory, pid, started, began, size, program, segment, token, 0);
  }

  /// The process that ends the whole job on request.
  public long ender() {
    return launcher == 0 ? pid : launcher;
  }

  /// The text of `job.properties`, written by hand because [Properties] would load more classes
  /// than the start of a job can afford.
  public String properties() {
    return "pid="
        + pid
        + "\nstarted="
        + started
        + "\nbegan="
        + began.toEpochMilli()
        + "\nsize="
        + size
        + "\nprogram="
        + escape(program)
        + "\nsegment="
        + (segment == null ? "" : escape(segment.toString()))
        + "\ntoken="
        + token
        + "\nlauncher="
        + launcher
        + "\n";
  }

  private static String escape(String value) {
    var text = new StringBuilder();
    for (int i = 0; i < value.length(); i++) {
      char letter = value.charAt(i);
      if (letter == '\n' || letter == '\r') {
        text.append(' ');
      } else {
        // A leading blank would be read as the space before the value.
        text.append(letter == '\\' || (i == 0 && letter == ' ') ? "\\" : "").append(letter);
      }
    }
    return text.toString();
  }

  /// Reads the job of `directory`.
  ///
  /// @throws IOException if there is none, or its file is damaged
  public static JobInfo read(Path directory) throws IOException {
    var values = new Properties();
    try (Reader file = Files.newBufferedReader(directory.resolve(JobDirectory.PROPERTIES))) {
      values.load(file);
      String segment = value(values, "segment");
      return new JobInfo(
          directory.getFileName().toString(),
          directory,
          Long.parseLong(value(values, "pid")),
          Long.parseLong(value(values, "started")),
          Instant.ofEpochMilli(Long.parseLong(value(values, "began"))),
          Integer.parseInt(value(values, "size")),
          value(values, "program"),
          segment.isEmpty() ? null : Path.of(segment),
          value(values, "token"),
          Long.parseLong(value(values, "launcher")));
    } catch (IllegalArgumentException e) {
      throw new IOException(directory + " holds no readable " + JobDirectory.PROPERTIES, e);
    }
  }

  private static String value(Properties values, String key) throws IOException {
    String value = values.getProperty(key);
    if (value == null) {
      throw new IOException(JobDirectory.PROPERTIES + " has no " + key);
    }
    return value;
  }

  /// Whether it still runs. A job lives while its host lives: the same process, not another with
  /// the same number. In another container that shares the directory, it lives while a process
  /// listens on its socket.
  public boolean isAlive() {
    return Proc.started(pid) == started || ControlServer.listens(directory);
  }

  /// The job in one line, without its secret.
  @Override
  public String toString() {
    return "job " + id + " (pid " + pid + ", " + size + " ranks): " + program;
  }
}
