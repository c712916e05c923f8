// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/// The log of a rank that is a process: a file with one line per event, which outlives the process.
final class FileLog extends RankLog {
  /// The kind of line with a serialized exception; it follows the line with its text.
  private static final String WHOLE = "WHOLE";

  private final Path file;
  private final Path mark;

  FileLog(Path directory, int rank) {
    this.file = file(directory, rank);
    this.mark = mark(directory, rank);
  }

  private static Path file(Path directory, int rank) {
    return directory.resolve("rank-" + rank);
  }

  private static Path mark(Path directory, int rank) {
    return directory.resolve("rank-" + rank + "-over");
  }

  @Override
  synchronized void add(Event event) {
    Throwable thrown = event.thrown();
    String text = thrown == null ? event.text() : Throwables.words(thrown);
    append(event.kind().name(), text.getBytes(StandardCharsets.UTF_8));
    if (thrown != null) {
      byte[] whole = Throwables.whole(thrown);
      if (whole != null) {
        append(WHOLE, whole);
      }
    }
    if (event.kind() == Kind.THROWN || event.kind() == Kind.ENDED) {
      write(mark, "");
    }
  }

  private void append(String kind, byte[] detail) {
    write(file, kind + " " + Base64.getEncoder().encodeToString(detail) + "\n");
  }

  private static void write(Path to, String text) {
    try {
      Files.writeString(to, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("a rank of a test cannot write to " + to, e);
    }
  }

  /// Returns whether all ranks have thrown an exception or ended.
  static boolean areOver(Path directory, int ranks) {
    for (int rank = 0; rank < ranks; rank++) {
      if (!Files.exists(mark(directory, rank))) {
        return false;
      }
    }
    return true;
  }

  /// The size of all logs, which grows with each event.
  static long bytes(Path directory, int ranks) {
    long bytes = 0;
    for (int rank = 0; rank < ranks; rank++) {
      bytes += file(directory, rank).toFile().length();
    }
    return bytes;
  }

  /// Reads the record of `rank`; empty if the rank never wrote.
  static RankRecord read(Path directory, int rank) {
    Path file = file(directory, rank);
    var events = new ArrayList<Event>();
    try {
      String text = Files.exists(file) ? Files.readString(file) : "";
      // Text after the last newline is a line that a killed rank could not finish.
      for (int at = 0, end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
        add(text.substring(at, end), events);
        at = end + 1;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the record of a rank cannot be read: " + file, e);
    }
    return record(rank, events);
  }

  private static void add(String line, List<Event> events) {
    int space = line.indexOf(' ');
    String kind = line.substring(0, space);
    byte[] detail = Base64.getDecoder().decode(line.substring(space + 1));
    if (kind.equals(WHOLE)) {
      Throwable whole = Throwables.whole(detail);
      if (whole != null) {
        events.set(events.size() - 1, new Event(Kind.THROWN, "", whole));
      }
      return;
    }
    String text = new String(detail, StandardCharsets.UTF_8);
    Kind known = Kind.valueOf(kind);
    events.add(
        known == Kind.THROWN
            ? new Event(known, "", Throwables.ofText(text))
            : new Event(known, text, null));
  }
}
