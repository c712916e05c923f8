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
/// @param given the texts of the settings that were given, by variable
public record Settings(
    long budget,
    int cores,
    int here,
    HeapLayout heap,
    OptionalLong check,
    boolean apart,
    @Nullable RecordingPlace recording,
    Map<String, String> given) {
  /// The minimum of the default budget.
  static final long LEAST_DEFAULT_BUDGET = 64L << 20;

  /// The default budgets of all ranks of a host together are at most this part of its memory.
  private static final int BUDGET_PART = 16;

  private static final HeapLayout DEFAULT_HEAP = new HeapLayout(HeapLayout.DEFAULT_BYTES, false);
  private static final double MOST_SECONDS = 1e9;

  /// Settings with a registered heap of the default size, and without debug mode.
  public Settings(long budget, int cores) {
    this(budget, cores, 0, DEFAULT_HEAP, OptionalLong.empty(), false, null, Map.of());
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
    var values = new SettingValues(environment);
    OptionalLong check = values.seed(JobVariables.CHECK);
    long heap = values.bytes(JobVariables.HEAP, HeapLayout.DEFAULT_BYTES);
    return new Settings(
        values.bytes(JobVariables.BUDGET, 0),
        (int) values.number(JobVariables.CORES, Runtime.getRuntime().availableProcessors()),
        (int) values.number(JobVariables.HERE, 0),
        new HeapLayout(heap, check.isPresent()),
        check,
        values.isSet(JobVariables.APART),
        RecordingPlace.of(environment),
        values.given());
  }

  /// The occupancy of this machine from the transport, or else from the launcher.
  public Occupancy occupancy(Transport transport) {
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

  /// Parses a time such as `90`, `90s`, `10m` or `2h`; `name` says where it was given.
  public static Duration duration(String text, String name) {
    String number = text.isEmpty() ? text : text.substring(0, text.length() - 1);
    double unit =
        switch (text.isEmpty() ? ' ' : text.charAt(text.length() - 1)) {
          case 's' -> 1;
          case 'm' -> 60;
          case 'h' -> 3600;
          default -> {
            number = text;
            yield 1;
          }
        };
    try {
      double seconds = Double.parseDouble(number) * unit;
      if (seconds > 0 && seconds <= MOST_SECONDS) {
        return Duration.ofNanos((long) (seconds * 1e9));
      }
    } catch (NumberFormatException e) {
      // Refused below.
    }
    throw new WeftException(
        name + " is \"" + text + "\"; it must be a time above 0, such as 90s, 10m or 2h");
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
