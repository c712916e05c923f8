// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import java.lang.StackWalker.StackFrame;
import java.util.Set;

/// The place in a program at which Weft was called: file, line and method of the innermost frame
/// that is not Weft's own. For reports of the debug mode; it costs microseconds.
public final class CallSite {
  private static final Set<String> OWN =
      Set.of("weft", "weft.codec", "weft.memory", "weft.transport");

  private static final StackWalker WALKER = StackWalker.getInstance();

  private CallSite() {}

  /// The place that called Weft, as `Halo.java:57, Halo.exchange`.
  public static String here() {
    return WALKER.walk(
        frames -> frames.filter(CallSite::isUsers).findFirst().map(CallSite::text).orElse("Weft"));
  }

  private static boolean isUsers(StackFrame frame) {
    String name = frame.getClassName();
    int dot = name.lastIndexOf('.');
    return dot < 0 || (!name.startsWith("weft.internal.") && !OWN.contains(name.substring(0, dot)));
  }

  private static String text(StackFrame frame) {
    String name = frame.getClassName();
    return frame.getFileName()
        + ":"
        + frame.getLineNumber()
        + ", "
        + name.substring(name.lastIndexOf('.') + 1)
        + "."
        + frame.getMethodName();
  }
}
