// SPDX-License-Identifier: Apache-2.0

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/// One of two processes that `weft bench peers` and `weft bench wait` measure. What differs between libraries is in the
/// subclasses; what is measured is here, so it is the same for all.
///
/// Commands are files, so that nothing of the library that is measured carries them: the benchmark
/// writes `command-K`, and each process answers with `answer-K-RANK`, a number. While a process
/// waits for a command it sleeps.
abstract class JavaPeer {
  /// Arrays have so many bytes.
  static final int ARRAY = 1 << 20;

  /// A sleep of a thread ends at most so much too late, as a rule.
  private static final long LATE_NANOS = 80_000;

  int rank;

  private boolean arrayCompared;

  /// Sends 8 bytes to the other process.
  abstract void sendWord(long word) throws Exception;

  /// Waits for 8 bytes.
  abstract long takeWord() throws Exception;

  /// Sends an array to the other process.
  abstract void sendArray(byte[] array) throws Exception;

  /// Waits for an array.
  abstract void takeArray(byte[] into) throws Exception;

  /// Waits until both are here.
  void barrier() throws Exception {
    throw new UnsupportedOperationException();
  }

  /// The sum of both processes' words, at both.
  long allreduce(long word) throws Exception {
    throw new UnsupportedOperationException();
  }

  /// The round trips of words; the answer is one more than what was sent.
  void wordTrips(long count) throws Exception {
    for (long i = 0; i < count; i++) {
      if (rank == 0) {
        long word = i * 0x9E3779B97F4A7C15L;
        sendWord(word);
        check(takeWord(), word + 1);
      } else {
        sendWord(takeWord() + 1);
      }
    }
  }

  /// Words one way, and their sum back.
  void words(long count) throws Exception {
    if (rank == 0) {
      long sum = 0;
      for (long i = 0; i < count; i++) {
        sum = 31 * sum + i;
        sendWord(i);
      }
      check(takeWord(), sum);
    } else {
      long sum = 0;
      for (long i = 0; i < count; i++) {
        sum = 31 * sum + takeWord();
      }
      sendWord(sum);
    }
  }

  /// The round trips of arrays. Each has another number at every page; the first of all is compared
  /// whole, long before what is timed.
  void arrayTrips(long count) throws Exception {
    byte[] out = new byte[ARRAY];
    byte[] in = new byte[ARRAY];
    for (long i = 0; i < count; i++) {
      if (rank == 0) {
        mark(out, i);
        sendArray(out);
        takeArray(in);
      } else {
        takeArray(in);
        mark(out, i);
        sendArray(out);
      }
      for (int at = 0; at < ARRAY; at += arrayCompared ? 4096 : 1) {
        check(in[at], out[at]);
      }
      arrayCompared = true;
    }
  }

  private static void mark(byte[] array, long trip) {
    for (int at = 0; at < ARRAY; at += 4096) {
      array[at] = (byte) (trip + (at >> 12));
    }
    array[ARRAY - 1] = (byte) trip;
  }

  /// The processor time of the second process while it waits for a word.
  long idle(long millis) throws Exception {
    if (rank == 0) {
      Thread.sleep(millis);
      sendWord(7);
      return 0;
    }
    long before = processorTime();
    check(takeWord(), 7);
    return processorTime() - before;
  }

  /// The yields and sleeps of this process so far; null if the library does not count them.
  long[] yieldsAndSleeps() {
    return null;
  }

  /// Words with a gap of `nanos` before each. The second process answers each word, so none waits
  /// behind another. Its figures are the median and the 99th percentile of the times from before a
  /// send until the word was there, its processor time and the time of all, and its yields and
  /// sleeps, or -1.
  private long[] gaps(long nanos, int count) throws Exception {
    if (rank == 0) {
      for (int i = 0; i < count; i++) {
        pass(nanos);
        sendWord(System.nanoTime());
        check(takeWord(), i);
      }
      return new long[1];
    }
    var times = new long[count];
    long[] counted = yieldsAndSleeps();
    long processor = processorTime();
    long began = System.nanoTime();
    for (int i = 0; i < count; i++) {
      times[i] = -takeWord() + System.nanoTime();
      sendWord(i);
    }
    long all = System.nanoTime() - began;
    processor = processorTime() - processor;
    long[] now = yieldsAndSleeps();
    Arrays.sort(times);
    return new long[] {
      times[count / 2],
      times[(int) (count * 0.99)],
      processor,
      all,
      counted == null ? -1 : now[0] - counted[0],
      counted == null ? -1 : now[1] - counted[1]
    };
  }

  /// A sleep ends some time too late, so the last part of a gap is spent awake.
  private static void pass(long nanos) {
    long end = System.nanoTime() + nanos;
    if (nanos > 2 * LATE_NANOS) {
      LockSupport.parkNanos(nanos - LATE_NANOS);
    }
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  static long processorTime() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  static void check(long got, long wanted) {
    if (got != wanted) {
      throw new IllegalStateException("got " + got + ", wanted " + wanted);
    }
  }

  /// Takes commands until `end`. An answer is in nanoseconds, -1 where the library has no such
  /// operation; or several figures.
  final void serve(int rank, Path folder) throws Exception {
    this.rank = rank;
    for (int k = 0; ; k++) {
      Path file = folder.resolve("command-" + k);
      while (!Files.exists(file)) {
        Thread.sleep(2);
      }
      String[] words = Files.readString(file).strip().split(" ");
      if (words[0].equals("end")) {
        return;
      }
      String answer = answer(words);
      Path made = folder.resolve(".answer-" + k + "-" + rank);
      Files.writeString(made, answer);
      Files.move(made, folder.resolve("answer-" + k + "-" + rank), StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /// A command that only some libraries have; the answer is its own.
  long other(String what, long count) throws Exception {
    throw new IllegalArgumentException("no command " + what);
  }

  private String answer(String... words) throws Exception {
    if (words[0].equals("gaps")) {
      wordTrips(1);
      var text = new StringBuilder();
      for (long figure : gaps(Long.parseLong(words[1]), Integer.parseInt(words[2]))) {
        text.append(figure).append(' ');
      }
      return text.toString();
    }
    return String.valueOf(answer(words[0], Long.parseLong(words[1])));
  }

  private long answer(String what, long count) throws Exception {
    // Each sees its command up to two milliseconds after the other: that is none of the figure.
    wordTrips(1);
    long begin = System.nanoTime();
    try {
      switch (what) {
        case "wordTrips" -> wordTrips(count);
        case "words" -> words(count);
        case "arrayTrips" -> arrayTrips(count);
        case "barrier" -> {
          for (long i = 0; i < count; i++) {
            barrier();
          }
        }
        case "allreduce" -> {
          for (long i = 0; i < count; i++) {
            check(allreduce(i + rank), 2 * i + 1);
          }
        }
        case "idle" -> {
          return idle(count);
        }
        default -> {
          return other(what, count);
        }
      }
    } catch (UnsupportedOperationException e) {
      return -1;
    }
    return System.nanoTime() - begin;
  }
}
