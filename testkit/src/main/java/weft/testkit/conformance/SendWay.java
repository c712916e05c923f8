// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import java.util.function.BooleanSupplier;

/// The three ways to send a request.
enum SendWay {
  SEND,
  SYNC,
  TRY;

  /// Sends one request in this way. `trySend` is tried, between polls, until it has sent.
  void run(Stage stage, Runnable send, Runnable sendSync, BooleanSupplier trySend) {
    switch (this) {
      case SEND -> send.run();
      case SYNC -> sendSync.run();
      case TRY -> stage.world.pollUntil(trySend);
    }
  }
}
