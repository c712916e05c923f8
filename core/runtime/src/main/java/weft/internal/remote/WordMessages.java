// SPDX-License-Identifier: Apache-2.0
package weft.internal.remote;

import java.util.function.BooleanSupplier;
import weft.internal.rank.Pending;
import weft.internal.send.SystemHandlers;

/// Operations on words of other ranks' heaps, carried out by the processor of the rank that owns
/// them, with the same atomics as its own.
final class WordMessages {
  private final RankServices services;
  private final MemoryChannel channel;
  private final TransferErrors errors;
  private final HeapMap heaps;
  private final Pending waited;
  private final BooleanSupplier answered;

  WordMessages(RankServices services, MemoryChannel channel, TransferErrors errors, HeapMap heaps) {
    this.services = services;
    this.channel = channel;
    this.errors = errors;
    this.heaps = heaps;
    this.waited = services.pending(this);
    this.answered = waited::isDone;
    channel.install("an operation on a word", SystemHandlers.WORD, 4, this::receive);
    channel.install(
        "a request for confirmation",
        SystemHandlers.CONFIRM,
        1,
        (source, ticket, _, _, _) -> answer(source, ticket, 0));
    channel.install(
        "an answer",
        SystemHandlers.ANSWER,
        2,
        (_, ticket, value, _, _) -> services.take(ticket).done(value));
  }

  private void answer(int target, long ticket, long value) {
    channel.send("an answer", SystemHandlers.ANSWER, 2, target, ticket, value, 0, 0);
  }

  /// Sends an operation without a reply.
  void send(String call, WordOperation operation, int target, long at, long value) {
    send(call, operation, target, at, value, 0, TransferLayout.NOBODY);
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
    channel.send(call, SystemHandlers.WORD, 4, target, word, value, expected, ticket);
  }

  /// Sends an operation that completes `done` with its result.
  void send(
      String call,
      WordOperation operation,
      int target,
      long at,
      long value,
      long expected,
      Pending done) {
    done.begin(call);
    send(call, operation, target, at, value, expected, services.register(done));
    done.sourceDone();
  }

  /// Sends an operation and waits for its result.
  long await(String call, WordOperation operation, int target, long at, long value, long expected) {
    send(call, operation, target, at, value, expected, waited);
    services.await(call, target, answered);
    return waited.value();
  }

  /// Completes `done`, which has begun, when all earlier messages of this rank to `target` are
  /// done.
  void confirm(String call, int target, Pending done) {
    long ticket = services.register(done);
    channel.send(call, SystemHandlers.CONFIRM, 1, target, ticket, 0, 0, 0);
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
