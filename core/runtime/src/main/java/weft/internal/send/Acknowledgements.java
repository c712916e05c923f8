// SPDX-License-Identifier: Apache-2.0
package weft.internal.send;

import java.util.function.BooleanSupplier;
import weft.internal.rank.Loop;

/// Acknowledgements that release `sendSync`.
final class Acknowledgements {
  private final Loop loop;
  private final BooleanSupplier allArrived = this::allArrived;
  private long wanted;
  private long arrived;

  Acknowledgements(Loop loop) {
    this.loop = loop;
  }

  private boolean allArrived() {
    return arrived >= wanted;
  }

  void arrived() {
    arrived++;
  }

  /// Waits for the acknowledgement of `target` for a message of the request `name`.
  void await(String name, int target) {
    wanted++;
    if (arrived < wanted) {
      loop.await("sendSync of ", name, target, allArrived);
    }
  }
}
