// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Facts about processes, read from /proc, and the signal that asks this one to end.
public final class Proc {
  /// The result of [#started] and [#parent] if there is no such process.
  public static final long NONE = -1;

  private static final int PARENT_FIELD = 4;
  private static final int START_FIELD = 22;

  private Proc() {}

  /// This process. [ProcessHandle] would start a thread pool for it.
  public static long self() {
    try {
      return Long.parseLong(new File("/proc/self").getCanonicalFile().getName());
    } catch (IOException | NumberFormatException e) {
      return ProcessHandle.current().pid();
    }
  }

  /// The text after `name` on its line of `file`, trimmed; empty if there is none.
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
  /// the pid it identifies one process, because pids are reused.
  public static long started(long pid) {
    return number(pid, START_FIELD);
  }

  /// The process that is the parent of `pid` now, or [#NONE].
  public static long parent(long pid) {
    return number(pid, PARENT_FIELD);
  }

  /// A field of the process's line, from the fourth on; [#NONE] if the process does not exist or is
  /// dead.
  private static long number(long pid, int wanted) {
    String stat;
    try (var file = new FileInputStream("/proc/" + pid + "/stat")) {
      stat = new String(file.readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return NONE;
    }
    // Field 2 is the program's name in parentheses, which may contain any bytes, so count from its
    // end.
    int at = stat.lastIndexOf(')') + 1;
    for (int field = 2; field < wanted; field++) {
      at = stat.indexOf(' ', at) + 1;
      if (at == 0) {
        return NONE;
      }
      // A zombie is dead; only its parent has not waited for it yet.
      if (field == 2 && stat.charAt(at) == 'Z') {
        return NONE;
      }
    }
    int end = stat.indexOf(' ', at);
    return Long.parseLong(end < 0 ? stat.substring(at).trim() : stat.substring(at, end));
  }

  /// Runs `action` on each SIGTERM that this process gets. The class for that is not part of Java
  /// SE; without it SIGTERM ends the process as that of any program.
  public static void onTerm(Runnable action) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object proxy =
          Proxy.newProxyInstance(
              Proc.class.getClassLoader(),
              new Class<?>[] {handler},
              (self, method, arguments) -> {
                if (method.getName().equals("handle")) {
                  action.run();
                }
                return null;
              });
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance("TERM"), proxy);
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      // Nobody can handle signals here.
    }
  }
}
