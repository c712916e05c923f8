// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import weft.collective.internal.Call;
import weft.collective.internal.Context;
import weft.collective.internal.Core;
import weft.layer.Layer;

/// Whether the operation that this rank waits for is done. While it is not, for a second and
/// longer, the rank says what it has called, in case others have called something else.
final class Patience implements BooleanSupplier {
  private static final long NANOS = 1_000_000_000;

  /// The clock is asked at every 16th look, and not at all while the rank is still fresh.
  private static final int FRESH = 64;

  private static final int EVERY = 16;

  private final Core core;
  private final Layer layer;
  private @Nullable Context context;
  private @Nullable Call call;
  private int looks;
  private long since;

  Patience(Core core, Layer layer) {
    this.core = core;
    this.layer = layer;
  }

  /// Begins a wait for `call`.
  void begin(Context context, Call call) {
    this.context = context;
    this.call = call;
    this.looks = 0;
    this.since = 0;
  }

  @Override
  public boolean getAsBoolean() {
    Call call = this.call;
    if (call == null || call.isDone()) {
      return true;
    }
    if (++looks > FRESH && (looks & EVERY - 1) == 0 && context != null) {
      lookAtTheClock(context, call);
    }
    return false;
  }

  private void lookAtTheClock(Context context, Call call) {
    long now = System.nanoTime();
    if (since == 0) {
      since = now;
    } else if (now - since > NANOS) {
      since = now;
      core.tellCalled(context, call);
      layer.flush();
    }
  }
}
