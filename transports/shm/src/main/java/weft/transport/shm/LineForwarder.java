// SPDX-License-Identifier: Apache-2.0
package weft.transport.shm;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Passes on what one rank writes, in whole lines, so that the lines of several ranks never mix.
///
/// It moves bytes: no charset can damage them. A line of more than 64 KiB goes on in pieces; what
/// stands at the end without a newline goes on as it is.
final class LineForwarder implements Runnable {
  /// The longest piece of a line that is kept back.
  static final int LONGEST = 1 << 16;

  private static final int FIRST_ROOM = 1 << 13;

  private final InputStream from;
  private final PrintStream to;
  private final byte[] tag;
  private byte[] bytes = new byte[FIRST_ROOM];
  private int held;
  private boolean midLine;

  private volatile boolean reading = true;

  /// Forwards `from` to `to`, each line behind `tag`.
  LineForwarder(InputStream from, PrintStream to, String tag) {
    this.from = from;
    this.to = to;
    this.tag = tag.getBytes(StandardCharsets.UTF_8);
  }

  /// Runs until the end of the stream.
  @Override
  public void run() {
    try {
      for (int got = read(); got >= 0; got = read()) {
        int searched = held;
        held += got;
        int end = lastNewline(searched);
        if (end > 0) {
          pass(end);
        } else if (held == LONGEST) {
          pass(held);
        }
      }
    } catch (IOException e) {
      // The stream was closed under us: the process is gone.
    }
    if (held > 0) {
      pass(held);
    }
    if (midLine && tag.length > 0) {
      write(new byte[] {'\n'}, 1);
    }
  }

  private int read() throws IOException {
    if (held == bytes.length) {
      bytes = Arrays.copyOf(bytes, LONGEST);
    }
    reading = true;
    int got = from.read(bytes, held, bytes.length - held);
    reading = false;
    return got;
  }

  /// Whether it waits for the rank, not for whoever takes the output.
  boolean isReading() {
    return reading;
  }

  /// Where the last whole line ends, or a line that a carriage return will overwrite (progress, on
  /// a terminal).
  private int lastNewline(int from) {
    for (int end = held; end > from; end--) {
      byte last = bytes[end - 1];
      if (last == '\n' || (last == '\r' && tag.length == 0)) {
        return end;
      }
    }
    return 0;
  }

  private void pass(int end) {
    if (tag.length == 0) {
      write(bytes, end);
    } else {
      passTagged(end);
    }
    midLine = bytes[end - 1] != '\n';
    held -= end;
    System.arraycopy(bytes, end, bytes, 0, held);
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
    write(tagged, length);
  }

  /// A stream that does not take it any more (a closed pipe) does not end the job.
  private void write(byte[] text, int length) {
    synchronized (to) {
      to.write(text, 0, length);
      to.flush();
    }
  }
}
