// SPDX-License-Identifier: Apache-2.0
package weft;

import weft.internal.Engine;
import weft.internal.launch.RankRuntime;
import weft.internal.rank.Settings;
import weft.transport.Transport;

/// Makes engines for the stress tests, without a job around them.
public final class RankEngines {
  private RankEngines() {}

  /// The engine of the rank whose end `transport` is.
  public static Engine of(Transport transport) {
    return runtime(transport).engine();
  }

  /// The runtime of the rank whose end `transport` is.
  static RankRuntime runtime(Transport transport) {
    var frame = new Frame();
    return new RankRuntime(transport, new Settings(1 << 16, 1), frame, frame.view());
  }
}
