// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import weft.collective.Group;
import weft.layer.Frames;

/// Discards what ranks remember of objects that have ended: when the program asks for it, and in
/// the next [weft.World#quiesce] after a rank has found that it is much.
///
/// Such a rank tells all ranks, by messages that quiescence waits for. So at quiescence either all
/// ranks have been told, or none. What arrives after a rank's last report was sent by a rank that
/// had already left ([weft.layer.Layer#reports]), and is for the next quiescence.
final class Compaction {
  private static final long NONE = Long.MAX_VALUE;

  private final ObjectRank rank;
  private final Group group;
  private final Frames wishes;

  /// How often this rank had reported its counts at the first and at the last wish.
  private long first = NONE;

  private long last = -1;
  private boolean wished;

  Compaction(ObjectRank rank, Group group) {
    this.rank = rank;
    this.group = group;
    this.wishes =
        rank.layer.countedFrames(
            "weft mobile compaction", "none", (source, memory, at, bytes) -> wished());
    rank.whenQuiescent(this::quiescent);
  }

  /// Called before each step. Quiescence is not found between the end of an object and this call.
  void look() {
    if (wished || !rank.router.isCluttered()) {
      return;
    }
    wished = true;
    for (int i = 0; i < rank.layer.size(); i++) {
      if (i != rank.rank()) {
        long _ = wishes.open(i, 0);
        wishes.close();
      }
    }
    wished();
  }

  private void wished() {
    last = rank.layer.reports();
    first = Math.min(first, last);
  }

  private void quiescent(boolean end) {
    if (!end && first < rank.layer.reports()) {
      run();
    }
  }

  /// Discards, at a quiet point of all ranks. Collective.
  void run() {
    rank.suspend(true);
    wished = true; // nothing is to be wished meanwhile
    try {
      rank.world.quiesce();
      forget();
      group.barrier();
    } finally {
      rank.suspend(false);
    }
  }

  /// Discards, at a quiet point of all ranks. A wish from before it is fulfilled. One of a rank
  /// that has called this already stays, whether it arrives before this call or after it.
  void forget() {
    rank.router.forget();
    first = last < rank.layer.reports() ? NONE : last;
    wished = false;
  }
}
