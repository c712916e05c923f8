// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/// Where a thread is, by sampling it (JDK Flight Recorder): in the transport (the rings), in the
/// substrate (the rest of Weft), or in the program.
final class Sampler implements Work {
  private final Board board;
  private final Work work;

  /// @param work what runs meanwhile
  Sampler(Board board, Work work) {
    this.board = board;
    this.work = work;
  }

  /// The values are the samples in transport, substrate and program.
  @Override
  public long lead(int size, long count) {
    return sampled(0, () -> work.lead(size, count));
  }

  @Override
  public long follow(int size, long count) {
    return sampled(3, () -> work.follow(size, count));
  }

  private interface Body {
    long run();
  }

  private long sampled(int at, Body body) {
    try (var recording = new Recording()) {
      recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(1));
      recording.start();
      long result = body.run();
      recording.stop();
      Path file = Machine.temporary().resolve("samples.jfr");
      recording.dump(file);
      count(file, at);
      Machine.deleteTemporary(file);
      return result;
    } catch (IOException e) {
      throw new UncheckedIOException("the samples could not be kept", e);
    }
  }

  private void count(Path file, int at) throws IOException {
    var counts = new long[3];
    String me = Thread.currentThread().getName();
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      if (event.getEventType().getName().equals("jdk.ExecutionSample")
          && event.getThread("sampledThread") != null
          && me.equals(event.getThread("sampledThread").getJavaName())) {
        counts[place(event)]++;
      }
    }
    for (int i = 0; i < counts.length; i++) {
      board.value(at + i, counts[i]);
    }
  }

  /// By the innermost frame that is Weft's: what the JDK does for it is its own time.
  private static int place(RecordedEvent event) {
    if (event.getStackTrace() != null) {
      for (RecordedFrame frame : event.getStackTrace().getFrames()) {
        String type = frame.getMethod().getType().getName();
        if (type.startsWith("weft.memory.") || type.startsWith("weft.transport.")) {
          return 0;
        }
        if (type.startsWith("weft.bench.")) {
          return 2;
        }
        if (type.startsWith("weft.")) {
          return 1;
        }
      }
    }
    return 2;
  }
}
