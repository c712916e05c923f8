// SPDX-License-Identifier: Apache-2.0
package weft.internal;

/// Lets a thread that is not an engine's owner progress it, since actors are threads of jcstress.
public final class Progress {
  private Progress() {}

  /// One bounded batch of what has arrived and of tasks; returns how much was done.
  public static int of(Engine engine) {
    return engine.progress();
  }
}
