// SPDX-License-Identifier: Apache-2.0
package weft.stress;

import weft.internal.Engine;

/// Lets a thread that does not own a rank make progress for it, because actors are threads of
/// jcstress.
public final class EngineProgress {
  private EngineProgress() {}

  /// Handles one bounded batch of arrived messages and tasks, and returns their number.
  public static int of(Engine engine) {
    return engine.self().loop().progress();
  }
}
