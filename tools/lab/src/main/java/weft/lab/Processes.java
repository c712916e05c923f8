// SPDX-License-Identifier: Apache-2.0
package weft.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import weft.cli.CommandException;

/// The processes in a network namespace, which is a host.
final class Processes {
  private static final Path NAMESPACES = Path.of("/run/netns");
  private static final long PATIENCE_SECONDS = 10;

  private Processes() {}

  /// The names of all named namespaces.
  static List<String> namespaces() {
    return LabFiles.names(NAMESPACES);
  }

  /// The processes in the namespace of this name; none if there is no such namespace.
  static List<ProcessHandle> in(String namespace) {
    OptionalLong number = number(NAMESPACES.resolve(namespace));
    var found = new ArrayList<ProcessHandle>();
    if (number.isEmpty()) {
      return found;
    }
    String mark = "net:[" + number.getAsLong() + "]";
    for (String pid : LabFiles.names(Path.of("/proc"))) {
      if (Character.isDigit(pid.charAt(0)) && isIn(pid, mark)) {
        ProcessHandle.of(Long.parseLong(pid)).ifPresent(found::add);
      }
    }
    return found;
  }

  private static boolean isIn(String pid, String mark) {
    try {
      return Files.readSymbolicLink(Path.of("/proc", pid, "ns", "net")).toString().equals(mark);
    } catch (IOException e) {
      return false; // It has just ended.
    }
  }

  /// The kernel's number of a namespace; none if there is no such namespace.
  private static OptionalLong number(Path namespace) {
    try {
      return OptionalLong.of(((Number) Files.getAttribute(namespace, "unix:ino")).longValue());
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  /// Kills all processes in a namespace, and those that they start meanwhile; returns their number.
  static int kill(String namespace) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    int killed = 0;
    for (List<ProcessHandle> alive = in(namespace); !alive.isEmpty(); alive = in(namespace)) {
      for (ProcessHandle process : alive) {
        killed += process.destroyForcibly() ? 1 : 0;
      }
      if (System.nanoTime() > deadline) {
        throw CommandException.failure(
            "The processes "
                + alive.stream().map(process -> String.valueOf(process.pid())).toList()
                + " in "
                + namespace
                + " were killed, but do not end.");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
    return killed;
  }
}
