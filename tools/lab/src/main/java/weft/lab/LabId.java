// SPDX-License-Identifier: Apache-2.0
package weft.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Identifies a lab: the process that owns it, the start time of that process, and the number of
/// its earlier labs. The start time distinguishes it from a later process with the same number. All
/// names that a lab creates contain its id, so that leftovers of dead processes can be found and
/// removed.
///
/// @param pid the owner's process id
/// @param began the owner's start time, in clock ticks since the machine was booted
/// @param number the number of labs that the owner had before
record LabId(long pid, long began, int number) {
  private static final String PREFIX = "weft.";
  private static final AtomicInteger COUNT = new AtomicInteger();

  /// Creates an id, owned by this process.
  static LabId next() {
    long pid = ProcessHandle.current().pid();
    return new LabId(pid, began(pid), COUNT.getAndIncrement());
  }

  /// Parses an id; null if the text is not an id.
  static @Nullable LabId parse(String text) {
    if (!text.matches("[0-9]{1,10}\\.[0-9a-z]{1,12}\\.[0-9]{1,9}")) {
      return null;
    }
    String[] parts = text.split("\\.", -1);
    return new LabId(
        Long.parseLong(parts[0]), Long.parseLong(parts[1], 36), Integer.parseInt(parts[2]));
  }

  /// The lab to which a host's namespace or shared-memory folder of this name belongs; null if it
  /// belongs to no lab.
  static @Nullable LabId ofHost(String name) {
    int dot = name.lastIndexOf('.');
    return name.startsWith(PREFIX) && dot > PREFIX.length()
        ? parse(name.substring(PREFIX.length(), dot))
        : null;
  }

  /// The name of a host's namespace and of its folder in shared memory.
  String host(String host) {
    return PREFIX + this + "." + host;
  }

  /// Whether the owner is alive.
  boolean isOwned() {
    return began(pid) == began;
  }

  /// The id as used in names: the process, its start time, the number.
  @Override
  public String toString() {
    return pid + "." + Long.toString(began, 36) + "." + number;
  }

  /// The start time of a process, in clock ticks since the machine was booted; −1 if there is no
  /// such process.
  private static long began(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      // The second field, the name in parentheses, may contain spaces and parentheses.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      // A zombie owns nothing; it only waits for its parent.
      return fields[0].equals("Z") || fields[0].equals("X") ? -1 : Long.parseLong(fields[19]);
    } catch (IOException e) {
      return -1;
    }
  }
}
