// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What a program of [ReductionRoundsTest] does, by a seed, and the results that it must get: the
/// elements in sequence, without messages. It knows nothing of ranks.
final class RoundsModel {
  /// The initial elements are 0 to 11, and the even ones are the section.
  static final int INITIAL = 12;

  /// What one element does in a phase.
  static final class Part {
    /// The iteration of its first contribution.
    int from;

    /// The iteration before which it ends, or one more than the last.
    int until;

    /// Per iteration before which it inserts an element: the new index.
    final Map<Integer, Long> children = new HashMap<>();
  }

  /// An insertion by a rank before a phase.
  record Inserted(long index, int rank) {}

  /// What happens between two quiescences.
  static final class Phase {
    final List<Inserted> inserted = new ArrayList<>();
    final List<Long> sent = new ArrayList<>();
    final Map<Long, Part> parts = new TreeMap<>();
    int driver;
    boolean settles;
    int iterations;
  }

  final List<Phase> phases = new ArrayList<>();
  final List<Long> all = new ArrayList<>();
  final List<Long> some = new ArrayList<>();
  int reused;
  int inherited;
  int deep;
  int removed;

  private final long seed;
  private final TreeSet<Long> living = new TreeSet<>();
  private final TreeSet<Long> free = new TreeSet<>();
  private long fresh = 5000;

  RoundsModel(long seed, int count) {
    this.seed = seed;
    for (long i = 0; i < INITIAL; i++) {
      living.add(i);
    }
    for (int i = 0; i < count; i++) {
      phases.add(phase(i));
    }
  }

  static boolean isInSection(long index) {
    return index < INITIAL && index % 2 == 0;
  }

  /// The value that an element contributes: a map x ↦ ax + b modulo 2³², whose composition depends
  /// on the order.
  static long value(int phase, int iteration, long index) {
    long mixed = mix(phase * 1000L + iteration, index);
    return mixed | 1L << 32;
  }

  /// First `b`, then `a`.
  static long compose(long a, long b) {
    long factor = (a >>> 32) * (b >>> 32);
    long shift = (a >>> 32) * (b & 0xFFFF_FFFFL) + (a & 0xFFFF_FFFFL);
    return factor << 32 | shift & 0xFFFF_FFFFL;
  }

  static long mix(long a, long b) {
    long z = (a * 0x9E3779B97F4A7C15L ^ b) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }

  private boolean draw(int oneIn, long a, long b) {
    return Long.remainderUnsigned(mix(mix(seed, a), b), oneIn) == 0;
  }

  private Phase phase(int number) {
    var phase = new Phase();
    phase.driver = (int) Long.remainderUnsigned(mix(seed, number), 8);
    phase.settles = draw(2, number, 1);
    phase.iterations = 1 + (int) Long.remainderUnsigned(mix(seed + 1, number), 4);
    for (long index : List.copyOf(free)) {
      if (draw(3, number, index)) {
        enter(phase, index, number);
        free.remove(index);
        reused++;
      }
    }
    if (living.isEmpty() || draw(2, number, 2)) {
      enter(phase, fresh++, number);
    }
    phase.sent.addAll(living);
    var waiting = new ArrayList<>(living);
    waiting.forEach(index -> phase.parts.put(index, new Part()));
    // Those that end in this phase may be inserted again in the next one at the earliest.
    var ended = new ArrayList<Long>();
    for (int at = 0; at < waiting.size(); at++) {
      run(number, phase, waiting, waiting.get(at), ended);
    }
    living.removeAll(ended);
    free.addAll(ended);
    removed += ended.size();
    evaluate(number, phase);
    return phase;
  }

  private void enter(Phase phase, long index, int number) {
    phase.inserted.add(
        new Inserted(index, (int) Long.remainderUnsigned(mix(seed + 2, number + index), 8)));
    living.add(index);
  }

  private void run(int number, Phase phase, List<Long> waiting, long index, List<Long> ended) {
    Part part = Objects.requireNonNull(phase.parts.get(index));
    part.until = phase.iterations + 1;
    for (int i = part.from; i <= phase.iterations; i++) {
      if (draw(9, number * 100L + i, index) && waiting.size() < 40) {
        long child = child(index);
        part.children.put(i, child);
        var its = new Part();
        its.from = i;
        phase.parts.put(child, its);
        waiting.add(child);
        living.add(child);
        inherited++;
        deep += i == part.from && i > 0 ? 1 : 0;
      }
      if (draw(12, number * 100L + i, -index)) {
        part.until = i;
        ended.add(index);
        return;
      }
    }
  }

  private long child(long by) {
    @Nullable Long again = free.isEmpty() ? null : free.first();
    // An element outside the section may not insert into it while rounds are open.
    if (again != null && (isInSection(by) || !isInSection(again))) {
      free.remove(again);
      reused++;
      return again;
    }
    return fresh++;
  }

  private void evaluate(int number, Phase phase) {
    for (int i = 0; i < phase.iterations; i++) {
      long whole = 0;
      long part = 0;
      boolean any = false;
      boolean anyOfSection = false;
      for (Map.Entry<Long, Part> it : phase.parts.entrySet()) {
        long index = it.getKey();
        if (i < it.getValue().from || i >= it.getValue().until) {
          continue;
        }
        long value = value(number, i, index);
        whole = any ? compose(whole, value) : value;
        any = true;
        if (isInSection(index)) {
          part += index + 1 + i;
          anyOfSection = true;
        }
      }
      if (any) {
        all.add(whole);
      }
      if (anyOfSection) {
        some.add(part);
      }
    }
  }
}
