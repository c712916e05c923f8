// SPDX-License-Identifier: Apache-2.0
package weft.layer;

import weft.World;

/// Work that a thread of a library, such as one that reads files, hands to a rank.
public final class BackgroundTask {
  private BackgroundTask() {}

  /// Lets the thread of `world`'s rank run `work` in its next poll or wait, as [World#submit] does.
  /// Once the rank has ended, nothing happens: nobody waits for the library any more.
  public static void offer(World world, Runnable work) {
    LayerAccess.get().runtime(world).engine().self().tasks().offer(work::run);
  }
}
