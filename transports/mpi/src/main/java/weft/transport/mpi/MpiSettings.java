// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.util.Map;
import weft.WeftException;
import weft.memory.HeapLayout;
import weft.transport.JobVariables;
import weft.transport.Sizes;

/// What is set at launch for one rank over MPI.
///
/// @param ringBytes the bytes of each ring, a power of two
/// @param hostRing those of each ring between two ranks of a host, 0 where MPI carries all
/// @param heap the registered heap
/// @param spinNanos for how long a waiting rank looks before it yields and naps
/// @param joinNanos for how long MPI may take to begin, and to end; 0 for ever
record MpiSettings(long ringBytes, long hostRing, HeapLayout heap, long spinNanos, long joinNanos) {
  private static final long SMALLEST_RING = 1 << 12;
  private static final long LARGEST_RING = 1 << 30;
  private static final long MOST_MICROS = 60_000_000;

  /// The settings in `environment` for a job of `ranks` ranks.
  ///
  /// @throws WeftException naming the variable that is wrong
  static MpiSettings of(Map<String, String> environment, int ranks) {
    long usual = ranks <= 16 ? 1 << 20 : ranks <= 128 ? 1 << 18 : 1 << 16;
    boolean mpiOnly = ranks == 1 || isSet(environment, JobVariables.MPI_ONLY);
    return new MpiSettings(
        ring(environment, usual),
        mpiOnly ? 0 : ring(environment, usual / 2),
        heap(environment),
        spin(environment),
        JobVariables.join(environment));
  }

  private static boolean isSet(Map<String, String> environment, String variable) {
    String text = environment.getOrDefault(variable, "");
    return !text.isEmpty() && !text.equals("0");
  }

  /// The usual rings of one rank together stay below half a gigabyte, and take what is used of
  /// them.
  private static long ring(Map<String, String> environment, long usual) {
    String text = environment.getOrDefault(JobVariables.RING, "");
    if (text.isEmpty()) {
      return usual;
    }
    long bytes = bytes(JobVariables.RING, text);
    if (bytes < SMALLEST_RING || bytes > LARGEST_RING || Long.bitCount(bytes) != 1) {
      throw wrong(
          JobVariables.RING, text, "a power of two from " + SMALLEST_RING + " to " + LARGEST_RING);
    }
    return bytes;
  }

  private static HeapLayout heap(Map<String, String> environment) {
    String text = environment.getOrDefault(JobVariables.HEAP, "");
    long bytes = text.isEmpty() ? HeapLayout.DEFAULT_BYTES : bytes(JobVariables.HEAP, text);
    if (!HeapLayout.isPossible(bytes)) {
      throw wrong(JobVariables.HEAP, text, "a size from 1 to " + HeapLayout.MAX_BYTES);
    }
    return new HeapLayout(bytes, !environment.getOrDefault(JobVariables.CHECK, "").isEmpty());
  }

  private static long bytes(String variable, String text) {
    try {
      return Sizes.parse(text);
    } catch (IllegalArgumentException e) {
      throw wrong(variable, text, "a size such as 64k or 1m");
    }
  }

  private static long spin(Map<String, String> environment) {
    String text = environment.getOrDefault(JobVariables.SPIN, "");
    if (text.isEmpty()) {
      return 0;
    }
    try {
      long micros = Long.parseLong(text);
      if (micros >= 0 && micros <= MOST_MICROS) {
        return 1_000 * micros;
      }
    } catch (NumberFormatException e) {
      // As below.
    }
    throw wrong(JobVariables.SPIN, text, "a number of microseconds, at most " + MOST_MICROS);
  }

  private static WeftException wrong(String variable, String text, String right) {
    return new WeftException(variable + " is \"" + text + "\"; it must be " + right);
  }
}
