// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import weft.Rsr1;
import weft.Rsr2;
import weft.Rsr4;
import weft.internal.rank.Pending;
import weft.internal.send.SystemHandlers;
import weft.memory.Words;

/// Operations on words of other ranks' heaps, carried out by the processor of the rank that owns
/// them, with the same atomics as its own.
final class WordMessages {
  private final Engine engine;
  private final OneSidedChannel channel;
  private final HeapReach reach;
  private final Pending waited;
  private final BooleanSupplier answered;

  WordMessages(Engine engine, OneSidedChannel channel, HeapReach reach) {
    this.engine = engine;
    this.channel = channel;
    this.reach = reach;
    this.waited = engine.self().pending(this);
    this.answered = waited::isDone;
    Rsr4.Handler onWord = this::receive;
    Rsr1.Handler onConfirm =
        (source, ticket) -> {
          channel.answer(source, ticket, 0);
        };
    Rsr2.Handler onAnswer =
        (source, ticket, value) -> {
          engine.replies().take(ticket).done(value);
        };
    engine.handlers().addSystem("an operation on a word", SystemHandlers.WORD, onWord);
    engine
        .handlers()
        .addSystem("a question whether all is done", SystemHandlers.CONFIRM, onConfirm);
    engine.handlers().addSystem("an answer", SystemHandlers.ANSWER, onAnswer);
  }

  /// Sends an operation of which nobody is told.
  void send(String call, int operation, int target, long at, long value) {
    send(call, operation, target, at, value, 0, TransferLayout.NOBODY);
  }

  private void send(
      String call, int operation, int target, long at, long value, long expected, long ticket) {
    long word = TransferLayout.word(operation, at);
    channel.send(call, SystemHandlers.WORD, 4, target, word, value, expected, ticket);
  }

  /// Sends an operation whose result `done` is told.
  void send(
      String call, int operation, int target, long at, long value, long expected, Pending done) {
    done.begin(call);
    send(call, operation, target, at, value, expected, engine.replies().register(done));
    done.sourceDone();
  }

  /// Sends an operation and waits for its result.
  long await(String call, int operation, int target, long at, long value, long expected) {
    send(call, operation, target, at, value, expected, waited);
    engine.await(call, "", target, answered);
    return waited.value();
  }

  /// Tells `done`, which has begun, when all that this rank has sent to `target` is done.
  void confirm(String call, int target, Pending done) {
    long ticket = engine.replies().register(done);
    channel.send(call, SystemHandlers.CONFIRM, 1, target, ticket, 0, 0, 0);
  }

  private void receive(int source, long word, long value, long expected, long ticket) {
    int operation = TransferLayout.operation(word);
    long at = TransferLayout.at(word);
    if (!reach.isPlace(at, Long.BYTES) || (at & 7) != 0) {
      throw channel.wrong(source, "an operation on a word at offset " + at + " of its heap");
    }
    long before = carryOut(source, operation, at, value, expected);
    if (ticket != TransferLayout.NOBODY) {
      channel.answer(source, ticket, before);
    }
  }

  private long carryOut(int source, int operation, long at, long value, long expected) {
    MemorySegment heap = reach.heap(engine.rank());
    return switch (operation) {
      case TransferLayout.PUT -> {
        Words.setRelease(heap, at, value);
        yield 0;
      }
      case TransferLayout.GET -> Words.getAcquire(heap, at);
      case TransferLayout.ADD -> Words.getAndAdd(heap, at, value);
      case TransferLayout.AND -> Words.getAndAnd(heap, at, value);
      case TransferLayout.OR -> Words.getAndOr(heap, at, value);
      case TransferLayout.XOR -> Words.getAndXor(heap, at, value);
      case TransferLayout.SWAP -> Words.getAndSet(heap, at, value);
      case TransferLayout.COMPARE_AND_SWAP -> Words.compareAndExchange(heap, at, expected, value);
      case TransferLayout.ADD_DOUBLE ->
          Double.doubleToRawLongBits(OneSided.addDouble(heap, at, Double.longBitsToDouble(value)));
      default -> throw channel.wrong(source, "an operation of an unknown kind, " + operation);
    };
  }
}
