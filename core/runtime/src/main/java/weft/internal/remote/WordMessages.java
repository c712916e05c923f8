// SPDX-License-Identifier: Apache-2.0
package weft.internal.remote;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import weft.Rsr1;
import weft.Rsr2;
import weft.Rsr4;
import weft.internal.dispatch.HandlerTable;
import weft.internal.rank.Counted;
import weft.internal.rank.Pending;
import weft.internal.rank.Rank;
import weft.internal.send.Sender;
import weft.internal.send.SystemHandlers;
import weft.memory.RecordLayout;

/// Operations on words of other ranks' heaps, carried out by the processor of the rank that owns
/// them, with the same atomics as its own.
final class WordMessages {
  private final Rank self;
  private final Sender sender;
  private final TransferErrors errors;
  private final HeapMap heaps;
  private final Pending waited;
  private final BooleanSupplier answered;

  WordMessages(
      Rank self, Sender sender, HandlerTable handlers, TransferErrors errors, HeapMap heaps) {
    this.self = self;
    this.sender = sender;
    this.errors = errors;
    this.heaps = heaps;
    this.waited = self.pending(this);
    this.answered = waited::isDone;
    Rsr4.Handler onWord = this::receive;
    Rsr1.Handler onConfirm = (source, ticket) -> answer(source, ticket, 0);
    Rsr2.Handler onAnswer = (_, ticket, value) -> self.replies().take(ticket).done(value);
    handlers.addSystem("an operation on a word", SystemHandlers.WORD, onWord);
    handlers.addSystem("a request for confirmation", SystemHandlers.CONFIRM, onConfirm);
    handlers.addSystem("an answer", SystemHandlers.ANSWER, onAnswer);
  }

  private void answer(int target, long ticket, long value) {
    send("an answer", SystemHandlers.ANSWER, 2, target, ticket, value, 0, 0);
  }

  private void send(
      String call, int handler, int words, int target, long a, long b, long c, long d) {
    long header = RecordLayout.header(RecordLayout.RSR0 + words, handler, 8 * words);
    sender.words(Counted.BY_QUIESCENCE, call, target, header, a, b, c, d);
  }

  private void send(
      String call,
      WordOperation operation,
      int target,
      long at,
      long value,
      long expected,
      long ticket) {
    long word = TransferLayout.word(operation.ordinal(), at);
    send(call, SystemHandlers.WORD, 4, target, word, value, expected, ticket);
  }

  /// Sends an operation. If `done` is not null, the reply completes it with the result.
  void send(
      String call,
      WordOperation operation,
      int target,
      long at,
      long value,
      long expected,
      @Nullable Pending done) {
    if (done == null) {
      send(call, operation, target, at, value, expected, TransferLayout.NOBODY);
    } else {
      done.begin(call);
      send(call, operation, target, at, value, expected, self.replies().register(done));
      done.sourceDone();
    }
  }

  /// Sends an operation and waits for its result.
  long await(String call, WordOperation operation, int target, long at, long value, long expected) {
    send(call, operation, target, at, value, expected, waited);
    self.loop().await(call, "", target, answered);
    return waited.value();
  }

  /// Completes `done`, which has begun, when all earlier messages of this rank to `target` are
  /// done.
  void confirm(String call, int target, Pending done) {
    long ticket = self.replies().register(done);
    send(call, SystemHandlers.CONFIRM, 1, target, ticket, 0, 0, 0);
  }

  private void receive(int source, long word, long value, long expected, long ticket) {
    WordOperation operation = WordOperation.of(TransferLayout.operation(word));
    if (operation == null) {
      throw errors.wrong(
          source, "an operation of an unknown kind, " + TransferLayout.operation(word));
    }
    long at = TransferLayout.at(word);
    if (!heaps.isPlace(at, Long.BYTES) || (at & 7) != 0) {
      throw errors.wrong(source, "an operation on a word at offset " + at + " of its heap");
    }
    long before = operation.apply(heaps.own(), at, value, expected);
    if (ticket != TransferLayout.NOBODY) {
      answer(source, ticket, before);
    }
  }
}
