// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import java.util.function.BooleanSupplier;

/// The three ways to send a message; all have the same overloads.
enum SendWay {
  SEND,
  SYNC,
  TRY;

  /// Sends one message in this way. `trySend` is repeated, with polls between, until it has sent.
  void run(Stage stage, Runnable send, Runnable sendSync, BooleanSupplier trySend) {
    switch (this) {
      case SEND -> send.run();
      case SYNC -> sendSync.run();
      case TRY -> stage.world.pollUntil(trySend);
    }
  }
}
