// SPDX-License-Identifier: Apache-2.0
package weft.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Which lab: the process that owns it, told from a later one with the same number by when it
/// began, and how many labs it had before. All that a lab makes carries this in its name, so that
/// what belongs to no living process can be found and removed.
///
/// @param pid the owner
/// @param began when it began, in clock ticks since the machine did
/// @param number how many labs the owner had before
record LabId(long pid, long began, int number) {
  private static final String PREFIX = "weft.";
  private static final AtomicInteger COUNT = new AtomicInteger();

  /// A new one, owned by this process.
  static LabId next() {
    long pid = ProcessHandle.current().pid();
    return new LabId(pid, began(pid), COUNT.getAndIncrement());
  }

  /// The one that is written so; null when it is none.
  static @Nullable LabId parse(String text) {
    if (!text.matches("[0-9]{1,10}\\.[0-9a-z]{1,12}\\.[0-9]{1,9}")) {
      return null;
    }
    String[] parts = text.split("\\.", -1);
    return new LabId(
        Long.parseLong(parts[0]), Long.parseLong(parts[1], 36), Integer.parseInt(parts[2]));
  }

  /// The one to which the namespace, or the folder in shared memory, of a host belongs; null when
  /// that is none of a lab.
  static @Nullable LabId ofHost(String name) {
    int dot = name.lastIndexOf('.');
    return name.startsWith(PREFIX) && dot > PREFIX.length()
        ? parse(name.substring(PREFIX.length(), dot))
        : null;
  }

  /// What the namespace of a host is called, and its folder in shared memory.
  String host(String host) {
    return PREFIX + this + "." + host;
  }

  /// Whether its owner lives.
  boolean isOwned() {
    return began(pid) == began;
  }

  /// As it is written in names: the process, when it began, the number.
  @Override
  public String toString() {
    return pid + "." + Long.toString(began, 36) + "." + number;
  }

  /// When a process began, in clock ticks since the machine did; −1 when there is none.
  private static long began(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      // The second field, the name in parentheses, may hold spaces and parentheses itself.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      // A zombie owns nothing any more; it only waits for its parent.
      return fields[0].equals("Z") || fields[0].equals("X") ? -1 : Long.parseLong(fields[19]);
    } catch (IOException e) {
      return -1;
    }
  }
}
