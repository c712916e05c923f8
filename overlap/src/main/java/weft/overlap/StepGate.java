// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import weft.World;
import weft.codec.Codec;
import weft.layer.BudgetShare;
import weft.layer.Layer;

/// Which records belong to the step that runs: as many from each source as are expected. More are
/// of a later step, because a source sends them in order; they are kept until then.
final class StepGate {
  /// What a kept record takes besides its bytes, about.
  private static final int OVERHEAD = 64;

  private record Kept(Runnable action, long bytes) {}

  private final Layer layer;
  private final BudgetShare budget;
  private final int[] expected;
  private final int[] left;
  private final Deque<Kept>[] early;
  private long remaining;
  private long received;
  private long keptRecords;

  StepGate(Layer layer) {
    this.layer = layer;
    this.budget = layer.budgetShare("records of later steps");
    this.expected = new int[layer.size()];
    this.left = new int[layer.size()];
    @SuppressWarnings({"unchecked", "rawtypes"})
    Deque<Kept>[] queues = new Deque[layer.size()];
    Arrays.setAll(queues, source -> new ArrayDeque<>());
    this.early = queues;
  }

  /// Sets how many records each source sends in a step.
  void expect(int[] perSource) {
    if (perSource.length != expected.length) {
      throw new IllegalArgumentException(
          "rank "
              + layer.rank()
              + " gives the numbers of records from "
              + perSource.length
              + " ranks to OverlapLoop.expect; there are "
              + expected.length
              + " ranks");
    }
    for (int count : perSource) {
      if (count < 0) {
        throw new IllegalArgumentException(
            "rank " + layer.rank() + " expects " + count + " records; give a number from 0 up");
      }
    }
    System.arraycopy(perSource, 0, expected, 0, expected.length);
  }

  WordChannel words(World world, String name, WordChannel.Handler handler) {
    return Channel.words(
        world,
        name,
        (source, word) -> {
          if (admit(source)) {
            handler.handle(source, word);
          } else {
            keep(source, Long.BYTES, () -> handler.handle(source, word));
          }
        });
  }

  PairChannel pairs(World world, String name, PairChannel.Handler handler) {
    return Channel.pairs(
        world,
        name,
        (source, a, b) -> {
          if (admit(source)) {
            handler.handle(source, a, b);
          } else {
            keep(source, 2 * Long.BYTES, () -> handler.handle(source, a, b));
          }
        });
  }

  <T extends @Nullable Object> ObjectChannel<T> objects(
      World world, String name, Codec<T> codec, ObjectChannel.Handler<T> handler) {
    return Channel.of(
        world,
        name,
        codec,
        (source, value) -> {
          if (admit(source)) {
            handler.handle(source, value);
          } else {
            keep(source, Long.BYTES, () -> handler.handle(source, value));
          }
        });
  }

  VectorChannel vectors(World world, String name, VectorChannel.Handler handler) {
    var view = new VectorView();
    return Channel.vectors(
        world,
        name,
        (source, tag, vector) -> {
          if (admit(source)) {
            handler.handle(source, tag, vector);
            return;
          }
          byte[] copy = vector.toByteArray();
          keep(
              source,
              copy.length,
              () -> {
                handler.handle(source, tag, view.show(MemorySegment.ofArray(copy), 0, copy.length));
                view.hide();
              });
        });
  }

  /// A record has arrived: whether it belongs to the step that runs. If not, [#keep] it.
  boolean admit(int source) {
    if (left[source] == 0) {
      return false;
    }
    left[source]--;
    remaining--;
    received++;
    return true;
  }

  /// Keeps a record of a later step: `action` takes a copy of it of `bytes` bytes.
  void keep(int source, long bytes, Runnable action) {
    long all = bytes + OVERHEAD;
    if (!budget.fits(all)) {
      throw new IllegalStateException(
          "rank "
              + layer.rank()
              + " holds more records of later steps from rank "
              + source
              + " than its budget allows; that rank is many steps ahead: expect the records that"
              + " it sends, let all ranks meet in a barrier now and then, or raise the budget"
              + " (--budget)");
    }
    budget.take(all);
    early[source].add(new Kept(action, all));
    keptRecords++;
  }

  /// A step begins: what was kept for it is taken now.
  void begin() {
    remaining = 0;
    for (int source = 0; source < left.length; source++) {
      left[source] = expected[source];
      remaining += expected[source];
    }
    for (int source = 0; source < left.length; source++) {
      Deque<Kept> kept = early[source];
      while (left[source] > 0 && !kept.isEmpty()) {
        Kept first = kept.remove();
        budget.give(first.bytes());
        admit(source);
        first.action().run();
      }
    }
  }

  /// How many records of this step have not arrived.
  long remaining() {
    return remaining;
  }

  /// How many records of all steps so far have arrived.
  long received() {
    return received;
  }

  /// How many of them were kept for a later step.
  long kept() {
    return keptRecords;
  }
}
