// SPDX-License-Identifier: Apache-2.0
package weft.transport.shm;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Properties;

/// A job of processes on this machine, as its directory tells it.
///
/// @param id the job's random name
/// @param directory its directory
/// @param pid the process of its host
/// @param started when that process started, in clock ticks since the machine did
/// @param began when the job began
/// @param size how many ranks it has
/// @param program what the ranks run
/// @param segment the file of its memory, until all ranks have mapped it
/// @param token the secret that opens its control socket; never printed
public record JobInfo(
    String id,
    Path directory,
    long pid,
    long started,
    Instant began,
    int size,
    String program,
    Path segment,
    String token) {

  /// The text of `job.properties`, written by hand because [Properties] would load more classes
  /// than the start of a job can afford.
  String properties() {
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
        + escape(segment.toString())
        + "\ntoken="
        + token
        + "\n";
  }

  private static String escape(String value) {
    var text = new StringBuilder();
    for (int i = 0; i < value.length(); i++) {
      char letter = value.charAt(i);
      if (letter == '\n' || letter == '\r') {
        text.append(' ');
      } else {
        // A leading blank would be taken for the space before the value.
        text.append(letter == '\\' || (i == 0 && letter == ' ') ? "\\" : "").append(letter);
      }
    }
    return text.toString();
  }

  /// Reads the job of `directory`.
  ///
  /// @throws IOException when there is none, or its file is damaged
  static JobInfo read(Path directory) throws IOException {
    var values = new Properties();
    try (Reader file = Files.newBufferedReader(directory.resolve(JobDirectory.PROPERTIES))) {
      values.load(file);
      return new JobInfo(
          directory.getFileName().toString(),
          directory,
          Long.parseLong(value(values, "pid")),
          Long.parseLong(value(values, "started")),
          Instant.ofEpochMilli(Long.parseLong(value(values, "began"))),
          Integer.parseInt(value(values, "size")),
          value(values, "program"),
          Path.of(value(values, "segment")),
          value(values, "token"));
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

  /// The job in a line; without its secret.
  @Override
  public String toString() {
    return "job " + id + " (pid " + pid + ", " + size + " ranks): " + program;
  }
}
