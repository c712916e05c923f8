// SPDX-License-Identifier: Apache-2.0
package weft.checkpoint;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.BooleanSupplier;
import weft.checkpoint.part.CheckpointPart;
import weft.layer.Frames;
import weft.layer.Layer;

/// Pauses the parts of all ranks while their bodies wait for quiescence, so that quiescence becomes
/// a quiet point. Rank 0 looks whether one is due when all bodies wait. Later any rank with work
/// looks and asks rank 0. Rank 0 pauses all, but not before all bodies wait: one that does not may
/// need the answer of an object.
///
/// All messages are counted, and are sent only while work waits here, or in a handler; and no rank
/// leaves before all have seen the quiescence. So at quiescence either all ranks are paused, or
/// none.
///
/// ```
/// entered   number of the wait                    to rank 0
/// request   number of the wait | quiet points     to rank 0
/// pause     -                                     from rank 0
/// ```
final class Pauses {
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

  private static final long NONE = -1;

  private final Layer layer;
  private final List<CheckpointPart> parts;
  private final Frames entries;
  private final Frames requests;
  private final Frames pauses;

  /// The number of this wait, or of the next one, and of the quiet points in it.
  private long wait;

  private long points;
  private boolean inside;
  private boolean requested;
  private boolean paused;

  /// Whether the parts are paused, and whether they are to be paused again as soon as they are not.
  private boolean resting;

  private boolean again;

  // At rank 0: whether a quiet point is due, and whether it has looked in this wait.
  private BooleanSupplier isDue = () -> false;
  private boolean looked;

  // At rank 0, of this wait and of the next one: how many ranks have entered, and the quiet points
  // before the one that is asked for.
  private final int[] entered = new int[2];
  private final long[] wanted = {NONE, NONE};

  Pauses(Layer layer, List<CheckpointPart> parts) {
    this.layer = layer;
    this.parts = parts;
    this.entries =
        layer.messages().countedFrames("weft checkpoint entered", "wait", this::entryCame);
    this.requests =
        layer.messages().countedFrames("weft checkpoint request", "wait", this::requestCame);
    this.pauses = layer.messages().countedFrames("weft checkpoint pause", "none", this::pauseCame);
  }

  /// The body begins to wait; `isDue` says whether a quiet point is due.
  void enter(BooleanSupplier isDue) {
    this.isDue = isDue;
    looked = false;
    points = 0;
    requested = false;
    paused = false;
    inside = true;
    if (layer.rank() == 0) {
      entered[(int) wait & 1]++;
      tryPause();
    } else {
      send(entries, 0);
    }
  }

  /// Quiescence has been found, and no rank was paused.
  void leave() {
    inside = false;
    entered[(int) wait & 1] = 0;
    wanted[(int) wait & 1] = NONE;
    wait++;
  }

  /// Whether this rank is paused: at quiescence the same on all ranks.
  boolean isPaused() {
    return paused;
  }

  /// The quiet point is over on this rank; the parts are still paused. Other ranks may be further,
  /// and ask for the next one.
  void over() {
    points++;
    requested = false;
    paused = false;
  }

  /// The parts have been resumed.
  void resumed() {
    resting = false;
    if (again) {
      again = false;
      pause();
    } else if (layer.rank() == 0) {
      tryPause();
    }
  }

  /// Asks for a quiet point if one is due. It runs between the handlers of objects. Quiescence
  /// waits for the work here, so it also waits for the request.
  void look() {
    if (!requested && isDue.getAsBoolean() && parts.stream().anyMatch(CheckpointPart::isBusy)) {
      requested = true;
      send(requests, 0);
    }
  }

  private void send(Frames frames, int target) {
    long at = frames.open(target, 2 * Long.BYTES);
    frames.memory().set(WORD, at, wait);
    frames.memory().set(WORD, at + Long.BYTES, points);
    frames.close();
  }

  private void entryCame(int source, MemorySegment memory, long at, long bytes) {
    entered[(int) memory.get(WORD, at) & 1]++;
    tryPause();
  }

  private void requestCame(int source, MemorySegment memory, long at, long bytes) {
    wanted[(int) memory.get(WORD, at) & 1] = memory.get(WORD, at + Long.BYTES);
    tryPause();
  }

  private void tryPause() {
    int at = (int) wait & 1;
    if (!inside || resting || entered[at] < layer.size()) {
      return;
    }
    if (!looked) {
      // Once in each wait: where nothing works, a second quiet point would find the same state.
      looked = true;
      if (isDue.getAsBoolean()) {
        wanted[at] = points;
      }
    }
    if (wanted[at] == points) {
      pause();
      for (int rank = 1; rank < layer.size(); rank++) {
        send(pauses, rank);
      }
    }
  }

  private void pauseCame(int source, MemorySegment memory, long at, long bytes) {
    pause();
  }

  private void pause() {
    if (resting) {
      again = true;
      return;
    }
    paused = true;
    resting = true;
    parts.forEach(CheckpointPart::pause);
  }
}
