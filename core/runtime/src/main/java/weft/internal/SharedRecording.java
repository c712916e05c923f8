// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import weft.Counters;
import weft.Frame;
import weft.Rsr0;
import weft.Rsr2;
import weft.RsrN;
import weft.internal.dispatch.Dispatcher;
import weft.internal.dispatch.HandlerTable;
import weft.internal.rank.Counted;
import weft.internal.rank.Rank;
import weft.internal.send.Sender;
import weft.internal.send.SystemHandlers;
import weft.memory.RecordLayout;
import weft.recording.Identity;
import weft.recording.RecordedObjects;
import weft.recording.RecordedTransport;
import weft.recording.Recorder;
import weft.recording.RecordingLayout;
import weft.transport.Waits;

/// The collective work of recording ranks. They compare their clocks with that of rank 0, at the
/// start and at the end. Ranks that do not share files with rank 0 send it their recordings, unless
/// the launcher takes them.
final class SharedRecording {
  private static final String CALL = "the comparison of clocks";
  private static final int COMPARISONS = 24;
  private static final int PIECE = 1 << 20;

  /// The words before the bytes of a piece: the length of the whole file, the place of the piece in
  /// it, and the bytes of the piece.
  private static final int HEADER = 3;

  /// In place of the length of a recording: data about mobile objects follows.
  private static final long OBJECTS = -1;

  private final Rank rank;
  private final Sender sender;
  private final Dispatcher dispatcher;
  private final RecordedTransport transport;
  private final Recorder recorder;
  private final Waits waits;
  private long answers;
  private long answer;
  private long answerClock;

  SharedRecording(
      Rank rank,
      Sender sender,
      HandlerTable handlers,
      Dispatcher dispatcher,
      RecordedTransport transport) {
    this.rank = rank;
    this.sender = sender;
    this.dispatcher = dispatcher;
    this.transport = transport;
    this.recorder = transport.recorder();
    this.waits = recorder.waits();
    // Ranks allocate and compare before everything is installed.
    recorder.setProgram(dispatcher.program());
    recorder.watchBacklog(() -> rank.budget().used());
    if (recorder.isAlone()) {
      return; // Flight Recorder may have events enabled on some ranks only, so ranks share nothing.
    }
    Rsr0.Handler onClock = this::sendClock;
    Rsr2.Handler onAnswer = this::learn;
    RsrN.Handler onRecorded = this::keep;
    handlers.addSystem("clock", SystemHandlers.CLOCK, onClock);
    handlers.addSystem("clock", SystemHandlers.CLOCK_TOLD, onAnswer);
    handlers.addSystem("recorded", SystemHandlers.RECORDED, onRecorded);
  }

  /// Called when the handlers have their numbers.
  void installed() {
    rank.handlerNames()
        .forEach((name, number) -> {
          if (name != null && !name.equals("of Weft's own")) {
            recorder.name(number, name);
          }
        });
    recorder.setProgram(dispatcher.program());
  }

  /// Called when the rank has started.
  void started() {
    recorder.started();
  }

  // Clocks.

  private void sendClock(int source) {
    long header = RecordLayout.header(RecordLayout.RSR0 + 2, SystemHandlers.CLOCK_TOLD, 16);
    sender.words(Counted.NOT, "clock", source, header, waits.nanoTime(), Identity.clock(), 0, 0);
  }

  private void learn(int source, long time, long clock) {
    answer = time;
    answerClock = clock;
    answers++;
  }

  /// Computes the difference between the clock of rank 0 and this rank's, from the fastest
  /// exchange. Half of its time is the error.
  void compareClocks(boolean first) {
    if (rank.rank() == 0 || recorder.isAlone()) {
      return;
    }
    long clock = Identity.clock();
    long least = Long.MAX_VALUE;
    long when = 0;
    long offset = 0;
    long header = RecordLayout.header(RecordLayout.RSR0, SystemHandlers.CLOCK, 0);
    for (int i = 0; i < COMPARISONS; i++) {
      long wanted = answers + 1;
      long before = waits.nanoTime();
      sender.words(Counted.NOT, "clock", 0, header, 0, 0, 0, 0);
      rank.loop().await(CALL, "", 0, () -> answers >= wanted);
      long after = waits.nanoTime();
      if (answerClock == clock) {
        recorder.clock(first, after, 0, 0);
        return;
      }
      if (after - before < least) {
        least = after - before;
        when = before + least / 2;
        offset = answer - when;
      }
    }
    recorder.clock(first, when, offset, least / 2 + 1);
  }

  // Files.

  /// Sends the file of this rank to rank 0, unless rank 0 or the launcher can read it.
  void deliver() {
    Path folder = recorder.folder();
    if (rank.rank() == 0
        || recorder.isAlone()
        || transport.isDelivered()
        || Files.exists(folder.resolve(RecordingLayout.file(0)))) {
      return;
    }
    recorder.flush();
    long length = recorder.usedBytes();
    var piece = new long[HEADER + PIECE / Long.BYTES];
    for (long done = 0; done < length; done += PIECE) {
      int bytes = (int) Math.min(PIECE, length - done);
      piece[0] = recorder.bytes();
      piece[1] = done;
      piece[2] = bytes;
      recorder.copy(done, piece, HEADER, bytes / Long.BYTES);
      sender.system(SystemHandlers.RECORDED, 0, piece, HEADER + bytes / Long.BYTES);
    }
    deliverObjects(folder);
  }

  /// Sends the data about mobile objects of this rank, if there is any.
  private void deliverObjects(Path folder) {
    byte[] bytes;
    try {
      bytes = RecordedObjects.bytes(folder, rank.rank());
    } catch (IOException e) {
      throw new UncheckedIOException("the recording of objects cannot be read in " + folder, e);
    }
    for (int done = 0; done < bytes.length; done += PIECE) {
      int size = Math.min(PIECE, bytes.length - done);
      int words = (size + Long.BYTES - 1) / Long.BYTES;
      var message = new long[HEADER + words];
      message[0] = OBJECTS;
      message[1] = done;
      message[2] = size;
      MemorySegment.copy(
          MemorySegment.ofArray(bytes),
          done,
          MemorySegment.ofArray(message),
          (long) HEADER * Long.BYTES,
          size);
      sender.system(SystemHandlers.RECORDED, 0, message, message.length);
    }
  }

  private void keep(int source, Frame payload) {
    Path file = recorder.folder().resolve(RecordingLayout.file(source));
    long at = payload.getLong(Long.BYTES);
    var bytes = new byte[(int) payload.getLong(2 * Long.BYTES)];
    payload.copyTo((long) HEADER * Long.BYTES, bytes, 0, bytes.length);
    try {
      if (payload.getLong(0) == OBJECTS) {
        RecordedObjects.keep(recorder.folder(), source, at, bytes);
        return;
      }
      try (var out = new RandomAccessFile(file.toFile(), "rw")) {
        out.setLength(payload.getLong(0));
        out.seek(at);
        out.write(bytes);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the recording of rank " + source + " cannot be stored", e);
    }
  }

  /// Called when the rank ends.
  void end(Counters counters) {
    recorder.end(counters, rank.failures().isKnown());
    transport.deliver();
  }
}
