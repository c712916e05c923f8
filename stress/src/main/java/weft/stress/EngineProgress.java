// SPDX-License-Identifier: Apache-2.0
package weft.stress;

import weft.internal.Engine;

/// Lets a thread that is not a rank's owner progress it, since actors are threads of jcstress.
public final class EngineProgress {
  private EngineProgress() {}

  /// One bounded batch of what has arrived and of tasks; returns how much was done.
  public static int of(Engine engine) {
    return engine.self().loop().progress();
  }
}
