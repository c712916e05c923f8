// SPDX-License-Identifier: Apache-2.0
package weft.files;

/// Threads that run when this JVM ends. Java throws an exception where it is ending already;
/// whoever wants such a thread has something to do then, which is not a failure.
public final class EndHooks {
  private EndHooks() {}

  /// Lets `hook` run when this JVM ends. Returns whether it will: not if the JVM is ending already.
  public static boolean add(Thread hook) {
    try {
      Runtime.getRuntime().addShutdownHook(hook);
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  /// Reverts [#add]. Returns whether `hook` will not run: if this JVM is ending, it runs now, or
  /// has run.
  public static boolean remove(Thread hook) {
    try {
      boolean _ = Runtime.getRuntime().removeShutdownHook(hook);
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }
}
