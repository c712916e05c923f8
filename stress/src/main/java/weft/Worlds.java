// SPDX-License-Identifier: Apache-2.0
package weft;

import java.util.List;
import weft.transport.Transport;

/// Makes worlds for the stress tests, without a job around them.
public final class Worlds {
  private Worlds() {}

  /// The world of the rank whose end `transport` is.
  public static World of(Transport transport) {
    return new World(RankEngines.runtime(transport), List.of());
  }
}
