// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import weft.bench.Sample;

/// The page through which the driver sends commands to a pair of processes, and receives the
/// figures. Java and the C programs (peers/board.h) map it from one file.
///
/// ```
/// line 0   command: number, kind, size, count
/// line 1   result: number, nanoseconds, line before, line after, bytes allocated, switches, extra
/// line 2   the follower is ready for command number
/// line 3   the follower is done with command number; bytes allocated, switches, extra
/// line 4   the word of the cache-line ping-pong
/// line 5   the number of messages that the follower has taken
/// line 6   the number of processes that have joined; the driver's process id
/// line 7   the number of messages that the leader has sent, if the follower needs it
/// 8192     values: single figures of the last slice; "extra" is their number
/// ```
///
/// A line is 128 bytes, a word 8. Within a slice, waiting processes spin. A process that waits for
/// a command sleeps, so that it does not disturb the measured pair.
public final class BenchBoard {
  /// The command that ends a pair.
  public static final int STOP = -1;

  static final long LINE = 128;

  /// The bytes before the memory that kinds of work use.
  public static final long BYTES = 1 << 16;

  /// The most values that one slice can report.
  static final int MOST_VALUES = 4096;

  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
  private static final long COMMAND = 0;
  private static final long RESULT = LINE;
  private static final long READY = 2 * LINE;
  private static final long DONE = 3 * LINE;
  private static final long PING = 4 * LINE;
  private static final long TAKEN = 5 * LINE;
  private static final long JOINED = 6 * LINE;
  private static final long SENT = 7 * LINE;
  private static final long VALUES = 8192;

  /// Round trips of the cache-line ping-pong before and after each slice.
  private static final int PINGS = 5_000;

  /// After so long there are enough of them.
  private static final long PING_NANOS = 20_000_000;

  private static final int PING_CHECKS = 16;
  private static final long PING_OVER = -1;
  private static final long PING_HEARD = -2;

  /// Spins after which a wait is long, less one: some 0.2 ms; and so long that the driver may be
  /// gone.
  private static final int LONG_WAIT = 0xFFFF;

  private static final int VERY_LONG_WAIT = 0xFFFFFFF;

  private final MemorySegment memory;

  private BenchBoard(MemorySegment memory) {
    this.memory = memory;
  }

  /// Creates a file of `bytes` bytes at `path` with all storage allocated, and maps it.
  public static BenchBoard create(Path path, long bytes) {
    try (var file = new RandomAccessFile(path.toFile(), "rw")) {
      var zeros = new byte[1 << 16];
      for (long done = 0; done < bytes; done += zeros.length) {
        file.write(zeros, 0, (int) Math.min(zeros.length, bytes - done));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("no room for the benchmark's memory at " + path, e);
    }
    BenchBoard board = map(path);
    board.set(JOINED + 8, ProcessHandle.current().pid());
    return board;
  }

  public static BenchBoard map(Path path) {
    try (var file = new RandomAccessFile(path.toFile(), "rw")) {
      return new BenchBoard(
          file.getChannel().map(MapMode.READ_WRITE, 0, file.length(), Arena.global()));
    } catch (IOException e) {
      throw new UncheckedIOException("the benchmark's memory at " + path + " cannot be mapped", e);
    }
  }

  /// The whole file's memory.
  public MemorySegment memory() {
    return memory;
  }

  private long get(long at) {
    return (long) WORD.getAcquire(memory, at);
  }

  private void set(long at, long value) {
    WORD.setRelease(memory, at, value);
  }

  // The driver's side.

  void command(long number, int kind, long size, long count) {
    set(COMMAND + 8, kind);
    set(COMMAND + 16, size);
    set(COMMAND + 24, count);
    set(COMMAND, number);
  }

  boolean hasResult(long number) {
    return get(RESULT) == number;
  }

  Sample result(long count) {
    return new Sample(
        count,
        get(RESULT + 8) / (double) count,
        get(RESULT + 16) / 1000.0,
        get(RESULT + 24) / 1000.0,
        get(RESULT + 32) / (double) count,
        get(RESULT + 40),
        get(RESULT + 48));
  }

  long joined() {
    return get(JOINED);
  }

  // The pair's side.

  public void join() {
    WORD.getAndAdd(memory, JOINED, 1L);
  }

  /// Waits for command `number`, first with short sleeps, then with longer ones. Ends this process
  /// if the driver is gone.
  void awaitCommand(long number) {
    long began = System.nanoTime();
    for (int naps = 1; get(COMMAND) != number; naps++) {
      long waited = System.nanoTime() - began;
      LockSupport.parkNanos(waited < 30_000_000 ? 200_000 : 5_000_000);
      if (naps % 1024 == 0 && ProcessHandle.of(get(JOINED + 8)).isEmpty()) {
        Runtime.getRuntime().halt(1);
      }
    }
  }

  int kind() {
    return (int) get(COMMAND + 8);
  }

  long size() {
    return get(COMMAND + 16);
  }

  long count() {
    return get(COMMAND + 24);
  }

  void ready(long number) {
    set(READY, number);
  }

  void awaitReady(long number) {
    awaitWord(READY, number);
  }

  void done(long number, long allocated, long switches, long extra) {
    set(DONE + 8, allocated);
    set(DONE + 16, switches);
    set(DONE + 24, extra);
    set(DONE, number);
  }

  void awaitDone(long number) {
    awaitWord(DONE, number);
  }

  /// Writes the result, including the follower's figures.
  void report(long number, long nanos, long before, long after, long allocated, long switches) {
    set(RESULT + 8, nanos);
    set(RESULT + 16, before);
    set(RESULT + 24, after);
    set(RESULT + 32, allocated + get(DONE + 8));
    set(RESULT + 40, switches + get(DONE + 16));
    set(RESULT + 48, get(DONE + 24));
    set(RESULT, number);
  }

  /// Publishes the number of messages that the follower has taken; [#awaitTaken] waits for it.
  public void taken(long count) {
    set(TAKEN, count);
  }

  public void awaitTaken(long count) {
    awaitWord(TAKEN, count);
  }

  /// Whether the other side has published [#taken] of `count`, for a caller that polls meanwhile.
  public boolean isTaken(long count) {
    return get(TAKEN) == count;
  }

  /// Clears the counters before a slice.
  void clear() {
    set(TAKEN, 0);
    set(SENT, 0);
  }

  /// Publishes the number of messages that the leader has sent; [#awaitSent] waits for it.
  public void sent(long count) {
    set(SENT, count);
  }

  public void awaitSent(long count) {
    awaitWord(SENT, count);
  }

  /// Sets single figure `index`, in the order in which [#values] gives them.
  public void value(int index, long value) {
    WORD.set(memory, VALUES + 8L * index, value);
  }

  /// The single figures of the last slice.
  long[] values(int count) {
    var values = new long[Math.min(count, MOST_VALUES)];
    for (int i = 0; i < values.length; i++) {
      values[i] = get(VALUES + 8L * i);
    }
    return values;
  }

  /// Spins until a word has a value. The driver judges how long that may take. A long wait gives
  /// its processor to what it waits for.
  private void awaitWord(long at, long value) {
    for (int spins = 1; get(at) != value; spins++) {
      if ((spins & LONG_WAIT) == 0) {
        endWithDriver(spins);
        Thread.yield();
      }
    }
  }

  private void endWithDriver(int spins) {
    if ((spins & VERY_LONG_WAIT) == 0 && ProcessHandle.of(get(JOINED + 8)).isEmpty()) {
      Runtime.getRuntime().halt(1);
    }
  }

  /// The one-way time of a cache line between the two processes, in picoseconds. On a machine where
  /// others run it ends early.
  long lineLead() {
    set(PING, 0);
    long began = System.nanoTime();
    long trips = 0;
    long nanos = 0;
    while (trips < PINGS && nanos < PING_NANOS) {
      trips++;
      set(PING, 2 * trips - 1);
      awaitWord(PING, 2 * trips);
      nanos = trips % PING_CHECKS == 0 || trips == PINGS ? System.nanoTime() - began : nanos;
    }
    set(PING, PING_OVER);
    awaitWord(PING, PING_HEARD);
    return nanos * 1000 / (2 * trips);
  }

  void lineFollow() {
    for (long i = 1; ; i++) {
      long seen = get(PING);
      for (int spins = 1; seen != 2 * i - 1 && seen != PING_OVER; spins++) {
        if ((spins & LONG_WAIT) == 0) {
          endWithDriver(spins);
          Thread.yield();
        }
        seen = get(PING);
      }
      if (seen == PING_OVER) {
        set(PING, PING_HEARD);
        return;
      }
      set(PING, 2 * i);
    }
  }
}
