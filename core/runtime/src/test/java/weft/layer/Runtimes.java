// SPDX-License-Identifier: Apache-2.0
package weft.layer;

import weft.World;
import weft.internal.launch.RankRuntime;

/// Gives tests the runtime behind a world.
public final class Runtimes {
  private Runtimes() {}

  /// The rank behind `world`.
  public static RankRuntime of(World world) {
    return LayerAccess.get().runtime(world);
  }
}
