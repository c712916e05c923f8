// SPDX-License-Identifier: Apache-2.0
package weft.internal.send;

import java.util.function.BooleanSupplier;
import weft.Rsr0;
import weft.internal.Engine;
import weft.internal.dispatch.Dispatcher;

/// What `sendSync` waits for: the words of targets that they have taken its message off the path.
final class Acknowledgements {
  private final Engine engine;
  private final BooleanSupplier allCame = this::allCame;
  private long wanted;
  private long came;

  Acknowledgements(Engine engine, Dispatcher dispatcher) {
    this.engine = engine;
    engine
        .handlers()
        .addSystem(
            "acknowledgement",
            SystemHandlers.ACKNOWLEDGE,
            (Rsr0.Handler)
                source -> {
                  came++;
                  dispatcher.countSystem(0);
                });
  }

  private boolean allCame() {
    return came >= wanted;
  }

  /// Waits for that of `target` for a message of the request `name`.
  void await(String name, int target) {
    wanted++;
    if (came < wanted) {
      engine.await("sendSync of ", name, target, allCame);
    }
  }
}
