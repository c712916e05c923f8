// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal;

import java.util.function.Consumer;
import weft.World;
import weft.collective.Group;
import weft.layer.Frames;
import weft.layer.Layer;
import weft.mobile.internal.protocol.Router;

/// Discards what ranks remember of objects that have ended: when the program asks for it, and in
/// the next [weft.World#quiesce] after a rank has found that it is much.
///
/// Such a rank tells all ranks, by messages that quiescence waits for. So at quiescence either all
/// ranks have been told, or none. What arrives after a rank's last report was sent by a rank that
/// had already left ([weft.layer.LayerCounts#reports]), and is for the next quiescence.
public final class Compaction {
  private static final long NONE = Long.MAX_VALUE;

  private final World world;
  private final Layer layer;
  private final Router router;

  /// Stops or resumes the handlers of objects.
  private final Consumer<Boolean> suspend;

  private final Group group;
  private final Frames wishes;

  /// How often this rank had reported its counts at the first and at the last wish.
  private long first = NONE;

  private long last = -1;
  private boolean wished;

  /// @param suspend stops or resumes the handlers of objects
  public Compaction(World world, Layer layer, Router router, Consumer<Boolean> suspend) {
    this.world = world;
    this.layer = layer;
    this.router = router;
    this.suspend = suspend;
    this.group = Group.world(world);
    this.wishes =
        layer
            .messages()
            .countedFrames(
                "weft mobile compaction", "none", (source, memory, at, bytes) -> wished());
  }

  /// Called before each step. Quiescence is not found between the end of an object and this call.
  public void look() {
    if (wished || !router.isCluttered()) {
      return;
    }
    wished = true;
    for (int i = 0; i < layer.size(); i++) {
      if (i != layer.rank()) {
        long _ = wishes.open(i, 0);
        wishes.close();
      }
    }
    wished();
  }

  private void wished() {
    last = layer.counts().reports();
    first = Math.min(first, last);
  }

  /// Quiescence has been found.
  public void quiescent(boolean end) {
    if (!end && first < layer.counts().reports()) {
      run();
    }
  }

  /// Discards, at a quiet point of all ranks. Collective.
  public void run() {
    suspend.accept(true);
    wished = true; // nothing is to be wished meanwhile
    try {
      world.quiesce();
      forget();
      group.barrier();
    } finally {
      suspend.accept(false);
    }
  }

  /// Discards, at a quiet point of all ranks. A wish from before it is fulfilled. One of a rank
  /// that has called this already stays, whether it arrives before this call or after it.
  public void forget() {
    router.forget();
    first = last < layer.counts().reports() ? NONE : last;
    wished = false;
  }
}
