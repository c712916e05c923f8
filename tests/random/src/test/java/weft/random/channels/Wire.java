// SPDX-License-Identifier: Apache-2.0
package weft.random.channels;

import java.lang.foreign.MemorySegment;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import weft.overlap.Channel;
import weft.overlap.ObjectChannel;
import weft.overlap.PairChannel;
import weft.overlap.VectorChannel;
import weft.overlap.WordChannel;

/// One channel of one rank, and the numbers of its records: each record has a tag, and those that
/// can hold more have a check word or a payload.
abstract class Wire {
  /// An object with its tag.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Item(long tag, byte[] payload) {}

  /// Receives the records of a wire.
  @FunctionalInterface
  interface Receiver {
    /// Called by the handler. `check` is what the sender gave, or 0 where a record has no place for
    /// it; `payload` is null where a record has none.
    void received(int source, long tag, long check, byte @Nullable [] payload);
  }

  private final @Nullable Channel channel;

  /// The number of the next record to each rank, and of the next one from each.
  final long[] next;

  final long[] got;

  /// The records pushed by handlers, for each rank.
  final long[] byHandlers;

  Wire(@Nullable Channel channel, int ranks) {
    this.channel = channel;
    this.next = new long[ranks];
    this.got = new long[ranks];
    this.byHandlers = new long[ranks];
  }

  /// The channel; null for active messages.
  @Nullable Channel channel() {
    return channel;
  }

  abstract void push(int target, long tag, long check, byte[] payload);

  abstract boolean tryPush(int target, long tag, long check, byte[] payload);

  static Wire words(int ranks, Receiver to, Function<WordChannel.Handler, WordChannel> maker) {
    return of(ranks, maker.apply((source, word) -> to.received(source, word, 0, null)));
  }

  static Wire batches(int ranks, Receiver to, Function<WordChannel.Batch, WordChannel> maker) {
    return of(
        ranks,
        maker.apply((source, words, count) -> {
          for (int i = 0; i < count; i++) {
            to.received(source, words[i], 0, null);
          }
        }));
  }

  private static Wire of(int ranks, WordChannel channel) {
    return new Wire(channel, ranks) {
      @Override
      void push(int target, long tag, long check, byte[] payload) {
        channel.push(target, tag);
      }

      @Override
      boolean tryPush(int target, long tag, long check, byte[] payload) {
        return channel.tryPush(target, tag);
      }
    };
  }

  static Wire pairs(int ranks, Receiver to, Function<PairChannel.Handler, PairChannel> maker) {
    PairChannel channel = maker.apply((source, a, b) -> to.received(source, a, b, null));
    return new Wire(channel, ranks) {
      @Override
      void push(int target, long tag, long check, byte[] payload) {
        channel.push(target, tag, check);
      }

      @Override
      boolean tryPush(int target, long tag, long check, byte[] payload) {
        return channel.tryPush(target, tag, check);
      }
    };
  }

  static Wire objects(
      int ranks, Receiver to, Function<ObjectChannel.Handler<Item>, ObjectChannel<Item>> maker) {
    ObjectChannel<Item> channel =
        maker.apply((source, item) -> to.received(source, item.tag(), 0, item.payload()));
    return new Wire(channel, ranks) {
      @Override
      void push(int target, long tag, long check, byte[] payload) {
        channel.push(target, new Item(tag, payload));
      }

      @Override
      boolean tryPush(int target, long tag, long check, byte[] payload) {
        return channel.tryPush(target, new Item(tag, payload));
      }
    };
  }

  static Wire vectors(
      int ranks, Receiver to, Function<VectorChannel.Handler, VectorChannel> maker) {
    VectorChannel channel =
        maker.apply((source, tag, vector) -> to.received(source, tag, 0, vector.toByteArray()));
    return new Wire(channel, ranks) {
      @Override
      void push(int target, long tag, long check, byte[] payload) {
        channel.push(target, tag, payload);
      }

      @Override
      boolean tryPush(int target, long tag, long check, byte[] payload) {
        return channel.tryPush(target, tag, MemorySegment.ofArray(payload));
      }
    };
  }
}
