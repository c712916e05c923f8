// SPDX-License-Identifier: Apache-2.0
package weft;

import java.util.List;
import java.util.function.Consumer;
import weft.internal.Engine;
import weft.internal.launch.RankRuntime;
import weft.transport.Transport;

/// Makes worlds for the stress tests, without a job around them.
public final class Worlds {
  private Worlds() {}

  /// The world of the rank whose end `transport` is.
  public static World of(Transport transport) {
    return new World(RankEngines.runtime(transport), List.of());
  }

  /// The world of the rank whose end `transport` is, owned by the calling thread, after `register`
  /// and the start. The tables of ranks are not compared, so the rank waits for no other one.
  public static World started(Transport transport, Consumer<World> register) {
    RankRuntime runtime = RankEngines.runtime(transport);
    var world = new World(runtime, List.of());
    register.accept(world);
    Engine engine = runtime.engine();
    engine.self().start();
    engine.handlers().install();
    engine.self().owner().letSend();
    engine.self().loop().letStep();
    return world;
  }
}
