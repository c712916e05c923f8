// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import weft.Completion;
import weft.World;
import weft.codec.Codec;
import weft.layer.BudgetShare;
import weft.layer.Layer;
import weft.layer.LayerCompletions;

/// Decides which records belong to the current step: from each source as many as are expected.
/// Since a source sends in order, further records belong to later steps. They are kept until then.
///
/// Kept records are handled as all others are, in a poll or a wait, before any record that arrives
/// in the step. Their handlers must not wait, and never run inside another handler.
final class StepGate {
  /// Approximate bytes that a kept record takes in addition to its data.
  private static final int OVERHEAD = 64;

  private record Kept(String channel, Runnable action, long bytes) {}

  private final Layer layer;
  private final BudgetShare budget;
  private final int[] expected;
  private final int[] left;
  private final Deque<Kept>[] early;
  private long remaining;
  private long received;
  private long keptRecords;
  private final Completion stepBegun;

  StepGate(World world) {
    this.layer = Layer.of(world);
    this.stepBegun = world.completion();
    this.budget = layer.counts().budgetShare("records of later steps");
    this.expected = new int[layer.size()];
    this.left = new int[layer.size()];
    @SuppressWarnings({"unchecked", "rawtypes"})
    Deque<Kept>[] queues = new Deque[layer.size()];
    Arrays.setAll(queues, source -> new ArrayDeque<>());
    this.early = queues;
    layer.moments().whenOver(this::checkEnd);
  }

  /// Sets the number of records that each source sends in a step.
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
            "rank " + layer.rank() + " expects " + count + " records; give 0 or a positive number");
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
            keep(name, source, Long.BYTES, () -> handler.handle(source, word));
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
            keep(name, source, 2 * Long.BYTES, () -> handler.handle(source, a, b));
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
            keep(name, source, Long.BYTES, () -> handler.handle(source, value));
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
              name,
              source,
              copy.length,
              () -> {
                handler.handle(source, tag, view.show(MemorySegment.ofArray(copy), 0, copy.length));
                view.hide();
              });
        });
  }

  /// Returns whether a record that has arrived belongs to the current step. If not, [#keep] it.
  boolean admit(int source) {
    if (left[source] == 0) {
      return false;
    }
    left[source]--;
    remaining--;
    received++;
    return true;
  }

  /// Keeps a record of a later step, whose copy has `bytes` bytes. `action` handles it in its step.
  void keep(String channel, int source, long bytes, Runnable action) {
    long all = bytes + OVERHEAD;
    if (!budget.fits(all)) {
      throw new IllegalStateException(
          "rank "
              + layer.rank()
              + " holds more records of later steps from rank "
              + source
              + " than its budget allows, because that rank is many steps ahead; expect all records"
              + " that it sends, call a barrier every few steps, or raise the budget"
              + " (--budget)");
    }
    budget.take(all);
    early[source].add(new Kept(channel, action, all));
    keptRecords++;
  }

  /// Begins a step. The next poll handles the records that were kept for it.
  void begin() {
    remaining = 0;
    boolean hasKept = false;
    for (int source = 0; source < left.length; source++) {
      left[source] = expected[source];
      remaining += expected[source];
      hasKept |= left[source] > 0 && !early[source].isEmpty();
    }
    if (hasKept) {
      LayerCompletions.begin(
          stepBegun, "OverlapLoop.run, for records that arrived before their step");
      stepBegun.then(this::handleKept);
      LayerCompletions.done(stepBegun);
    }
  }

  private void handleKept() {
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

  /// At the end of the job: refuses to end with records that no step took.
  private void checkEnd() {
    long count = 0;
    var text = new StringBuilder();
    for (int source = 0; source < early.length; source++) {
      Map<String, Integer> counts = new TreeMap<>();
      early[source].forEach(kept -> counts.merge(kept.channel(), 1, Integer::sum));
      for (Map.Entry<String, Integer> channel : counts.entrySet()) {
        count += channel.getValue();
        text.append(text.isEmpty() ? "" : ", ")
            .append(channel.getValue())
            .append(" of the channel \"")
            .append(channel.getKey())
            .append("\" from rank ")
            .append(source);
      }
    }
    if (count > 0) {
      throw new IllegalStateException(
          "rank "
              + layer.rank()
              + " ends with "
              + count
              + " records that no step of an overlap loop took: "
              + text
              + "; expect all records that a rank sends in a step (OverlapLoop.expect), and run as"
              + " many steps as the senders do");
    }
  }

  /// Whether `count` records of this step have arrived from each source, or all that it sends.
  boolean hasReceived(int count) {
    for (int source = 0; source < left.length; source++) {
      if (expected[source] - left[source] < Math.min(count, expected[source])) {
        return false;
      }
    }
    return true;
  }

  /// The number of records of this step that have not arrived.
  long remaining() {
    return remaining;
  }

  /// The number of records of all steps so far that have arrived.
  long received() {
    return received;
  }

  /// The number of records that were kept for a later step.
  long kept() {
    return keptRecords;
  }
}
