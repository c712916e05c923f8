// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Forwards the output of one rank in whole lines, so that the lines of several ranks never mix.
///
/// It moves bytes: no charset can damage them. The beginning of a line of more than 2 MiB waits in
/// a temporary file for the end of the line. If there is no room for it, or the line has more than
/// 1 GiB, a newline cuts the line. Text at the end without a newline is forwarded unchanged.
///
/// It drops the line that a JVM prints if a signal ends it while it starts. The reason why the
/// launcher ended the rank is in the job's report.
public final class WholeLines {
  /// The longest piece of a line that is kept in memory.
  static final int LONGEST = 1 << 21;

  private static final long LONGEST_IN_FILE = 1L << 30;

  /// The beginning of the line of a JVM that is ended by SIGTERM before it can log.
  private static final byte[] DROPPED =
      "Runtime.exit(143) logging failed: ".getBytes(StandardCharsets.UTF_8);

  private static final byte[] NEWLINE = {'\n'};

  private static final int FIRST_ROOM = 1 << 13;

  /// A buffer larger than this is released after the line that needed it.
  private static final int USUAL_ROOM = 1 << 16;

  private final LineSink to;
  private final byte[] tag;
  private byte[] bytes = new byte[FIRST_ROOM];
  private int held;
  private int searched;

  /// The beginning of the current line, if it is too long for the bytes.
  private @Nullable LongLine begun;

  /// Whether a tag precedes what has begun.
  private boolean begunIsTagged;

  /// Whether the bytes continue a line whose beginning was forwarded, or has begun in a file.
  private boolean midLine;

  /// Forwards lines to `to`, with `tag` before each.
  public WholeLines(LineSink to, String tag) {
    this.to = to;
    this.tag = tag.getBytes(StandardCharsets.UTF_8);
  }

  /// Takes `length` more bytes, and forwards lines when the buffer is full.
  public void add(byte[] from, int start, int length) {
    int at = start;
    int left = length;
    while (left > 0) {
      if (held == bytes.length && bytes.length < LONGEST) {
        bytes = Arrays.copyOf(bytes, 2 * bytes.length);
      }
      int now = Math.min(left, bytes.length - held);
      System.arraycopy(from, at, bytes, held, now);
      held += now;
      at += now;
      left -= now;
      if (held == LONGEST) {
        pass();
        if (held == LONGEST) {
          keepInFile();
        }
      }
    }
  }

  /// Moves all bytes, which are part of one line, to the file.
  private void keepInFile() {
    try {
      LongLine line = begun;
      if (line == null) {
        line = LongLine.begin();
        begun = line;
        begunIsTagged = !midLine;
        midLine = true;
      }
      if (line.length() + held > LONGEST_IN_FILE) {
        cut();
        return;
      }
      line.add(bytes, held);
      held = 0;
      searched = 0;
    } catch (IOException e) {
      cut(); // The disk is full.
    }
  }

  /// Forwards what there is of the line, and a newline: other ranks cannot wait for its end, and
  /// must not write into it.
  private void cut() {
    to.whole(() -> {
      pass(held);
      to.write(NEWLINE, 1);
    });
    midLine = false;
  }

  /// Forwards the complete lines taken so far.
  public void pass() {
    int end = lastNewline(searched);
    if (end > 0) {
      to.whole(() -> pass(end));
    }
    searched = held;
  }

  /// Forwards the rest, at the end.
  public void end() {
    pass();
    to.whole(() -> {
      if (held > 0 || begun != null) {
        pass(held);
      }
      if (midLine && tag.length > 0) {
        to.write(NEWLINE, 1);
      }
    });
    midLine = false;
  }

  /// The end of the last complete line, or of a line that a carriage return will overwrite
  /// (progress, on a terminal).
  private int lastNewline(int from) {
    for (int end = held; end > from; end--) {
      byte last = bytes[end - 1];
      if (last == '\n' || (last == '\r' && tag.length == 0)) {
        return end;
      }
    }
    return 0;
  }

  /// Forwards what has begun in the file, and the first `end` bytes.
  private void pass(int end) {
    passBegun();
    boolean endsLine = end > 0 && bytes[end - 1] == '\n';
    int kept = drop(end);
    if (tag.length == 0) {
      to.write(bytes, kept);
    } else {
      passTagged(kept);
    }
    midLine = !endsLine;
    held -= end;
    byte[] rest = bytes.length > USUAL_ROOM && held <= USUAL_ROOM ? new byte[USUAL_ROOM] : bytes;
    System.arraycopy(bytes, end, rest, 0, held);
    bytes = rest;
    searched = 0;
  }

  private void passBegun() {
    LongLine line = begun;
    if (line == null) {
      return;
    }
    begun = null;
    try {
      if (begunIsTagged) {
        to.write(tag, tag.length);
      }
      line.writeTo(to);
    } catch (IOException e) {
      // The disk is broken: the rest of the line follows.
    } finally {
      line.close();
    }
  }

  /// Removes dropped lines from the first `end` bytes, and returns the number of bytes that are
  /// left of them.
  private int drop(int end) {
    int kept = end;
    boolean begins = !midLine;
    int at = 0;
    while (at < kept) {
      if (begins && isDropped(at, kept)) {
        int next = nextLine(at, kept);
        System.arraycopy(bytes, next, bytes, at, kept - next);
        kept -= next - at;
      } else {
        begins = bytes[at++] == '\n';
      }
    }
    return kept;
  }

  private boolean isDropped(int at, int end) {
    return end - at >= DROPPED.length
        && Arrays.equals(bytes, at, at + DROPPED.length, DROPPED, 0, DROPPED.length);
  }

  private int nextLine(int at, int end) {
    for (int i = at; i < end; i++) {
      if (bytes[i] == '\n') {
        return i + 1;
      }
    }
    return end;
  }

  private void passTagged(int end) {
    int lines = 1;
    for (int i = 0; i < end; i++) {
      lines += bytes[i] == '\n' ? 1 : 0;
    }
    var tagged = new byte[end + lines * tag.length];
    int length = 0;
    boolean begins = !midLine;
    for (int i = 0; i < end; i++) {
      if (begins) {
        System.arraycopy(tag, 0, tagged, length, tag.length);
        length += tag.length;
      }
      begins = bytes[i] == '\n';
      tagged[length++] = bytes[i];
    }
    to.write(tagged, length);
  }
}
