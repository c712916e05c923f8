// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// What /proc says of a process.
public final class Proc {
  /// What [#started] and [#parent] return when there is no such process.
  public static final long NONE = -1;

  private static final int PARENT_FIELD = 4;
  private static final int START_FIELD = 22;

  private Proc() {}

  /// This process. [ProcessHandle] would start a thread pool to tell.
  public static long self() {
    try {
      return Long.parseLong(new File("/proc/self").getCanonicalFile().getName());
    } catch (IOException | NumberFormatException e) {
      return ProcessHandle.current().pid();
    }
  }

  /// What follows `name` on its line of `file`, without spaces around it; empty where there is
  /// none.
  public static String field(Path file, String name) {
    try {
      for (String line : Files.readAllLines(file)) {
        if (line.startsWith(name)) {
          return line.substring(name.length()).strip();
        }
      }
    } catch (IOException e) {
      return ""; // Not Linux, or a kernel that hides it.
    }
    return "";
  }

  /// When process `pid` started, in clock ticks since the machine did, or [#NONE]. Together with
  /// the pid it names one process: the number alone is given again.
  public static long started(long pid) {
    return number(pid, START_FIELD);
  }

  /// The process that is the parent of `pid` now, or [#NONE].
  public static long parent(long pid) {
    return number(pid, PARENT_FIELD);
  }

  /// A field of the process's line, from the fourth on; [#NONE] where it is not there or dead.
  private static long number(long pid, int wanted) {
    String stat;
    try (var file = new FileInputStream("/proc/" + pid + "/stat")) {
      stat = new String(file.readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return NONE;
    }
    // Field 2 is the program's name in parentheses, with any bytes in it: count from its end.
    int at = stat.lastIndexOf(')') + 1;
    for (int field = 2; field < wanted; field++) {
      at = stat.indexOf(' ', at) + 1;
      if (at == 0) {
        return NONE;
      }
      // A zombie is dead already: only its parent has not looked.
      if (field == 2 && stat.charAt(at) == 'Z') {
        return NONE;
      }
    }
    int end = stat.indexOf(' ', at);
    return Long.parseLong(end < 0 ? stat.substring(at).trim() : stat.substring(at, end));
  }
}
