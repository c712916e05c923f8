// SPDX-License-Identifier: Apache-2.0
package weft.layer;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import weft.internal.Engine;
import weft.internal.rank.Rank;
import weft.transport.Waits;
import weft.transport.YieldPolicy;

/// Waits of a rank, and what its status reports say of them, for one of Weft's own libraries.
public final class LayerWaiting {
  private final Engine engine;
  private final Rank rank;

  LayerWaiting(Engine engine) {
    this.engine = engine;
    this.rank = engine.self();
  }

  /// The waits and the clock of this rank.
  public Waits waits() {
    return engine.waits();
  }

  /// The policy by which this rank polls and yields before it calls [#await].
  public YieldPolicy yieldPolicy() {
    return rank.waiting().policy();
  }

  /// Waits in `call` until `condition` holds, and makes progress meanwhile.
  public void await(String call, BooleanSupplier condition) {
    rank.loop().await(call, "", condition);
  }

  /// Waits for room at `target` in a send of `name` by `call`, until `room` holds. Handlers run
  /// meanwhile, and never steps of objects; a step may call it. A handler must not.
  public void awaitRoom(String call, String name, int target, BooleanSupplier room) {
    rank.loop().awaitRoom(call, name, target, room);
  }

  /// Calls `rooms` before this rank sleeps. It must request a wake-up when there is room for
  /// waiting messages, and return whether there is some already.
  public void addRooms(BooleanSupplier rooms) {
    rank.waiting().addRooms(rooms::getAsBoolean);
  }

  /// Wakes `target`, if it sleeps in [#await], so that it reads memory that was written for it.
  public void wake(int target) {
    engine.wake(target);
  }

  /// Adds `underWay` to status reports; other threads call it.
  public void describe(Supplier<String> underWay) {
    rank.status()
        .add(text -> {
          String named = underWay.get();
          text.append(named.isEmpty() ? "" : "; ").append(named);
        });
  }
}
