// SPDX-License-Identifier: Apache-2.0
package weft.internal.remote;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import weft.Rsr4;
import weft.internal.dispatch.HandlerTable;
import weft.internal.rank.Pending;
import weft.internal.rank.Rank;
import weft.internal.send.SystemHandlers;

/// Operations on words of other ranks' heaps, carried out by the processor of the rank that owns
/// them, with the same atomics as its own.
final class WordMessages {
  private final Rank self;
  private final Confirmations confirmations;
  private final TransferErrors errors;
  private final HeapMap heaps;
  private final Pending waited;
  private final BooleanSupplier answered;

  WordMessages(
      Rank self,
      Confirmations confirmations,
      HandlerTable handlers,
      TransferErrors errors,
      HeapMap heaps) {
    this.self = self;
    this.confirmations = confirmations;
    this.errors = errors;
    this.heaps = heaps;
    this.waited = self.pending(this);
    this.answered = waited::isDone;
    Rsr4.Handler onWord = this::receive;
    handlers.addSystem("an operation on a word", SystemHandlers.WORD, onWord);
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
    confirmations.send(call, SystemHandlers.WORD, 4, target, word, value, expected, ticket);
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
      confirmations.answer(source, ticket, before);
    }
  }
}
