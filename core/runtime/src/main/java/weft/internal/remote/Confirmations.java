// SPDX-License-Identifier: Apache-2.0
package weft.internal.remote;

import weft.Rsr1;
import weft.Rsr2;
import weft.internal.dispatch.HandlerTable;
import weft.internal.rank.Counted;
import weft.internal.rank.Pending;
import weft.internal.rank.Rank;
import weft.internal.send.Sender;
import weft.internal.send.SystemHandlers;
import weft.memory.RecordLayout;

/// Confirms that messages have been handled: a message asks its target for an answer, which
/// completes an operation. The order of messages does the rest.
final class Confirmations {
  private final Rank self;
  private final Sender sender;

  Confirmations(Rank self, Sender sender, HandlerTable handlers) {
    this.self = self;
    this.sender = sender;
    Rsr1.Handler onConfirm = (source, ticket) -> answer(source, ticket, 0);
    Rsr2.Handler onAnswer = (_, ticket, value) -> self.replies().take(ticket).done(value);
    handlers.addSystem("a request for confirmation", SystemHandlers.CONFIRM, onConfirm);
    handlers.addSystem("an answer", SystemHandlers.ANSWER, onAnswer);
  }

  /// Completes `done`, which has begun, when all earlier messages of this rank to `target` are
  /// handled.
  void confirm(String call, int target, Pending done) {
    long ticket = self.replies().register(done);
    send(call, SystemHandlers.CONFIRM, 1, target, ticket, 0, 0, 0);
  }

  /// Completes the operation of `target` with this ticket.
  void answer(int target, long ticket, long value) {
    send("an answer", SystemHandlers.ANSWER, 2, target, ticket, value, 0, 0);
  }

  /// Sends an internal request of words, which quiescence waits for.
  void send(String call, int handler, int words, int target, long a, long b, long c, long d) {
    long header = RecordLayout.header(RecordLayout.RSR0 + words, handler, 8 * words);
    sender.words(Counted.BY_QUIESCENCE, call, target, header, a, b, c, d);
  }
}
