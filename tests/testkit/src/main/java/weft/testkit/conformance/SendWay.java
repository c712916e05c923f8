// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import java.util.function.BooleanSupplier;
import weft.WeftException;

/// The four ways to send a message; all have the same overloads.
enum SendWay {
  SEND,
  SYNC,
  TRY,
  BUFFERED;

  /// Sends one message in this way. `trySend` is repeated, with polls between, until it has sent. A
  /// buffered send that the budget refuses is sent otherwise.
  void run(
      Stage stage, Runnable send, Runnable sendSync, BooleanSupplier trySend, Runnable buffered) {
    switch (this) {
      case SEND -> send.run();
      case SYNC -> sendSync.run();
      case TRY -> stage.world.pollUntil(trySend);
      case BUFFERED -> {
        try {
          buffered.run();
        } catch (WeftException refused) {
          send.run();
        }
      }
    }
  }
}
