// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import weft.transport.JobVariables;

/// The name of the program that uses Weft, and the line in it that a thread is at.
public final class Program {
  private static final String WEFT = "weft.";

  private static final Set<String> LIBRARIES =
      Set.of(
          "accelerate",
          "blas",
          "checkpoint",
          "codec",
          "collective",
          "files",
          "internal",
          "layer",
          "linalg",
          "maxwell",
          "memory",
          "mesh",
          "mobile",
          "model",
          "options",
          "outofcore",
          "overlap",
          "record",
          "recording",
          "transport",
          "watch");

  private Program() {}

  /// The program that `weft run` runs. Without `weft run`, the program started in this JVM
  /// (possibly an IDE or a build tool), and the line at which `caller` runs a job.
  public static String name(Thread caller) {
    String name = name();
    if (name.equals(System.getenv(JobVariables.PROGRAM))) {
      return name;
    }
    StackTraceElement line = line(caller);
    return line == null ? name : (name + " at " + line).strip();
  }

  /// The program that `weft run` runs, or else the one started in this JVM.
  public static String name() {
    String given = System.getenv(JobVariables.PROGRAM);
    if (given != null && !given.isEmpty()) {
      return given;
    }
    String started = started();
    return started.substring(started.lastIndexOf('/') + 1);
  }

  /// The main class, jar or source file with which this JVM was started; empty if unknown.
  public static String started() {
    String command = System.getProperty("sun.java.command", "");
    int space = command.indexOf(' ');
    return space < 0 ? command : command.substring(0, space);
  }

  /// The innermost line of the program itself that `thread` is at, or null. The line that made the
  /// JVM initialize a class says more than a line of its initializer.
  public static @Nullable StackTraceElement line(Thread thread) {
    return line(thread.getStackTrace());
  }

  static @Nullable StackTraceElement line(StackTraceElement[] stack) {
    StackTraceElement initializer = null;
    for (StackTraceElement element : stack) {
      if (!isOurs(element.getClassName())) {
        if (!element.getMethodName().equals("<clinit>")) {
          return element;
        }
        initializer = initializer == null ? element : initializer;
      }
    }
    return initializer;
  }

  /// The call of Java in which the program has made `thread` wait or sleep, such as `Object.wait`,
  /// or `synchronized`; null if the thread runs.
  public static @Nullable String wait(Thread thread) {
    return switch (thread.getState()) {
      case WAITING, TIMED_WAITING -> outermostOfJava(thread);
      case BLOCKED -> "synchronized";
      default -> null;
    };
  }

  private static @Nullable String outermostOfJava(Thread thread) {
    StackTraceElement call = null;
    for (StackTraceElement element : thread.getStackTrace()) {
      if (!isJava(element.getClassName())) {
        break;
      }
      call = element;
    }
    if (call == null) {
      return null;
    }
    String type = call.getClassName();
    return type.substring(type.lastIndexOf('.') + 1) + "." + call.getMethodName();
  }

  private static boolean isJava(String type) {
    return type.startsWith("java.") || type.startsWith("jdk.") || type.startsWith("sun.");
  }

  private static boolean isOurs(String type) {
    return isJava(type) || (type.startsWith(WEFT) && isLibrary(type.substring(WEFT.length())));
  }

  /// Whether a class of Weft is of a library, not of a program or a tool: all of the package `weft`
  /// itself, and some below it.
  private static boolean isLibrary(String name) {
    int dot = name.indexOf('.');
    return dot < 0 || LIBRARIES.contains(name.substring(0, dot));
  }
}
