// SPDX-License-Identifier: Apache-2.0
package weft.layer;

import java.util.function.IntSupplier;
import weft.internal.Engine;
import weft.internal.rank.Rank;
import weft.recording.Recorder;

/// Steps of objects, which run below the handlers of messages between ranks.
public final class LayerSteps {
  private final Engine engine;
  private final Rank rank;

  LayerSteps(Engine engine) {
    this.engine = engine;
    this.rank = engine.self();
  }

  /// Sets the function that runs steps, before [weft.World#start]; a second one is refused. Every
  /// later wait of the body calls it, except a send that waits for room. It returns the number of
  /// steps that it ran, each between [#enter] and [#leave].
  public void set(IntSupplier steps) {
    Recorder recorder = engine.recorder();
    rank.loop().setSteps(recorder == null ? steps::getAsInt : () -> recorder.steps(steps));
  }

  /// Enters a step, which may send and poll, and must not wait. Reports name it by its `toString`.
  public void enter(Object step) {
    rank.context().enterStep(step);
  }

  /// Leaves the step.
  public void leave() {
    rank.context().leaveStep();
  }

  /// Runs steps if the body calls, and returns their number. In a step or a handler it runs none.
  public int run() {
    return rank.loop().step();
  }
}
