// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.memory.HeapLayout;
import weft.recording.RecordingPlace;
import weft.transport.JobVariables;
import weft.transport.Occupancy;
import weft.transport.Sizes;
import weft.transport.Transport;
import weft.transport.job.HostMemory;

/// The settings of one rank at launch.
///
/// @param budget bytes of messages that the rank may keep; 0 for the default
/// @param cores the processors that all ranks on this machine share
/// @param here the number of ranks on this machine; 0 if all are
/// @param heap the registered heap
/// @param check the seed of the debug mode of one-sided memory, if it is on
/// @param apart whether ranks cannot access each other's memory, as on a cluster
/// @param recording the file of the rank's recording, or null
public record Settings(
    long budget,
    int cores,
    int here,
    HeapLayout heap,
    OptionalLong check,
    boolean apart,
    @Nullable RecordingPlace recording) {
  /// The minimum of the default budget.
  static final long LEAST_DEFAULT_BUDGET = 64L << 20;

  /// The default budgets of all ranks of a host together are at most this part of its memory.
  private static final int BUDGET_PART = 16;

  private static final HeapLayout DEFAULT_HEAP = new HeapLayout(HeapLayout.DEFAULT_BYTES, false);
  private static final double MOST_SECONDS = 1e9;

  /// Settings with a registered heap of the default size, and without debug mode.
  public Settings(long budget, int cores) {
    this(budget, cores, 0, DEFAULT_HEAP, OptionalLong.empty(), false, null);
  }

  /// Refuses the debug mode if ranks cannot access each other's memory.
  public void refuseCheck() {
    if (check.isPresent()) {
      throw new WeftException(
          "the debug mode of one-sided memory (--check) needs ranks that reach each other's memory:"
              + " use it with the transport threads or shm, and without --apart");
    }
  }

  /// The settings that a launcher left in the environment.
  public static Settings of(Map<String, String> environment) {
    String seed = environment.getOrDefault(JobVariables.CHECK, "");
    OptionalLong check =
        seed.isEmpty()
            ? OptionalLong.empty()
            : OptionalLong.of(number(environment, JobVariables.CHECK, 0));
    long heap = bytes(environment, JobVariables.HEAP, HeapLayout.DEFAULT_BYTES);
    return new Settings(
        bytes(environment, JobVariables.BUDGET, 0),
        (int) number(environment, JobVariables.CORES, Runtime.getRuntime().availableProcessors()),
        (int) number(environment, JobVariables.HERE, 0),
        new HeapLayout(heap, check.isPresent()),
        check,
        JobVariables.isSet(environment, JobVariables.APART),
        RecordingPlace.of(environment));
  }

  /// Whether the ranks of this machine outnumber its processors.
  public boolean isCrowded(Transport transport) {
    return occupancy(transport).isCrowded();
  }

  /// The occupancy of this machine from the transport, or else from the launcher.
  private Occupancy occupancy(Transport transport) {
    Occupancy known = transport.occupancy();
    return known == null ? new Occupancy(here == 0 ? transport.size() : here, cores) : known;
  }

  /// The budget of one rank: the configured one, or else its share of a sixteenth of the machine's
  /// memory, at least 64 MiB.
  public long budget(Transport transport) {
    return budget(HostMemory.here(), occupancy(transport).ranks());
  }

  /// The budget of one of `ranks` ranks on a machine with this memory.
  long budget(HostMemory memory, int ranks) {
    return budget > 0
        ? budget
        : Math.max(LEAST_DEFAULT_BUDGET, memory.bytes() / BUDGET_PART / Math.max(1, ranks));
  }

  private static long number(Map<String, String> environment, String variable, long otherwise) {
    String text = environment.getOrDefault(variable, "");
    return text.isEmpty() ? otherwise : number(text, "the environment variable " + variable);
  }

  private static long bytes(Map<String, String> environment, String variable, long otherwise) {
    String text = environment.getOrDefault(variable, "");
    return text.isEmpty() ? otherwise : bytes(text, "the environment variable " + variable);
  }

  /// Parses a whole number; `name` says where it was given.
  public static long number(String text, String name) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new WeftException(name + " is \"" + text + "\"; it must be a whole number", e);
    }
  }

  /// Parses a size in bytes, as [Sizes] does; `name` says where it was given.
  public static long bytes(String text, String name) {
    try {
      return Sizes.parse(text);
    } catch (IllegalArgumentException e) {
      throw new WeftException(
          name
              + " is \""
              + text
              + "\"; it must be a number of bytes, or one with k, m or g, such as 64m",
          e);
    }
  }

  /// Parses a time in seconds; `name` says where it was given.
  public static Duration seconds(String text, String name) {
    try {
      double seconds = Double.parseDouble(text);
      if (seconds >= 0 && seconds <= MOST_SECONDS) {
        return Duration.ofNanos((long) (seconds * 1e9));
      }
    } catch (NumberFormatException e) {
      // Refused below.
    }
    throw new WeftException(
        name + " is \"" + text + "\"; it must be a number of seconds, 0 for never");
  }
}
