// SPDX-License-Identifier: Apache-2.0
package weft.checkpoint;

import java.lang.foreign.MemorySegment;
import java.util.List;
import weft.checkpoint.part.CheckpointPart;
import weft.layer.Frames;
import weft.layer.Layer;

/// Lets the parts go on that were restored, when the bodies of all ranks wait after
/// [Checkpoints#restored]. Before that, a body may not have set what its handlers need, and an
/// object of another rank must not send to them.
///
/// Quiescence waits for this: each rank counts it as work of its own.
final class Resumption {
  private final Layer layer;
  private final List<CheckpointPart> parts;
  private final Frames ready;
  private final Frames go;
  private boolean pending;
  private boolean reported;

  /// At rank 0: the ranks whose bodies wait.
  private int waiting;

  Resumption(Layer layer, List<CheckpointPart> parts) {
    this.layer = layer;
    this.parts = parts;
    this.ready = layer.messages().countedFrames("weft checkpoint ready", "none", this::readyCame);
    this.go = layer.messages().countedFrames("weft checkpoint go", "none", this::goCame);
  }

  /// The parts are paused, and go on when all bodies wait.
  void begin() {
    if (!parts.isEmpty()) {
      pending = true;
      layer.counts().expect(1);
      parts.forEach(it -> it.whenWaiting(this::look));
    }
  }

  /// Waits until the parts go on. Collective.
  void await(String call) {
    if (pending) {
      layer.waiting().await(call, () -> !pending);
    }
  }

  private void look() {
    if (reported) {
      return;
    }
    reported = true;
    if (layer.rank() == 0) {
      count();
    } else {
      send(ready, 0);
    }
  }

  private void readyCame(int source, MemorySegment memory, long at, long bytes) {
    count();
  }

  private void count() {
    if (++waiting == layer.size()) {
      for (int rank = 1; rank < layer.size(); rank++) {
        send(go, rank);
      }
      resume();
    }
  }

  private static void send(Frames frames, int target) {
    long _ = frames.open(target, 0);
    frames.close();
  }

  private void goCame(int source, MemorySegment memory, long at, long bytes) {
    resume();
  }

  private void resume() {
    pending = false;
    parts.forEach(it -> it.whenWaiting(null));
    parts.forEach(CheckpointPart::resume);
    layer.counts().happened(1);
  }
}
