// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// What /proc says of a process.
public final class Proc {
  /// What [#started] returns when there is no such process.
  public static final long NONE = -1;

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

  /// When process `pid` started, in clock ticks since the machine did, or [#NONE]. Together with
  /// the pid it names one process: the number alone is given again.
  public static long started(long pid) {
    String stat;
    try (var file = new FileInputStream("/proc/" + pid + "/stat")) {
      stat = new String(file.readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return NONE;
    }
    // Field 2 is the program's name in parentheses, with any bytes in it: count from its end.
    int at = stat.lastIndexOf(')') + 1;
    for (int field = 2; field < START_FIELD; field++) {
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
