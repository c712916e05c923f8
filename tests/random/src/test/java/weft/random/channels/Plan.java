// SPDX-License-Identifier: Apache-2.0
package weft.random.channels;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The program of one seed. Slots take the place of ranks: slot `s` is played by rank `s mod size`,
/// so that the program and its result are the same for any number of ranks.
final class Plan {
  /// The number of slots.
  static final int SLOTS = 8;

  /// The words of registered memory of each slot.
  static final int CELLS = 16;

  /// What records are sent through.
  enum Way {
    WORDS,
    BATCHES,
    PAIRS,
    OBJECTS,
    VECTORS,

    /// Whole arrays of words. Only bodies push to it, because the pushes of handlers may get
    /// between two words of an array.
    ARRAYS,

    /// Active messages beside the channels.
    REQUESTS;

    boolean hasPayload() {
      return this == OBJECTS || this == VECTORS;
    }
  }

  /// What a body or a handler does besides pushes.
  enum Doing {
    FLUSH,
    FLUSH_ONE,
    TRY_FLUSH,
    RESIZE,
    BUFFERS,
    WITHIN,
    /// Flushes one target, and then tells it how many records it must have by now.
    TELL,
    /// Only in bodies.
    POLL,
    PAUSE,
    PUT
  }

  /// `a` is a slot, and `b` a number whose meaning depends on `doing`.
  record Act(Doing doing, Way way, int a, int b) {}

  /// One record, pushed once.
  static final class Node {
    final int id;
    final long key;
    final Way way;
    final int from;
    final int to;
    final int bytes;

    /// Whether `tryPush` is tried first.
    final boolean tries;

    /// What its handler does, in this order: acts, then pushes.
    final List<Act> acts = new ArrayList<>();

    final List<Node> children = new ArrayList<>();

    Node(int id, long key, Way way, int from, int to, int bytes, boolean tries) {
      this.id = id;
      this.key = key;
      this.way = way;
      this.from = from;
      this.to = to;
      this.bytes = bytes;
      this.tries = tries;
    }

    @Override
    public String toString() {
      return "%s %d from %d to %d%s%s%s%s"
          .formatted(
              way,
              id,
              from,
              to,
              bytes > 0 ? " (" + bytes + " bytes)" : "",
              tries ? ", tried" : "",
              acts.isEmpty() ? "" : ", does " + acts,
              children.isEmpty() ? "" : ", pushes " + children);
    }
  }

  /// One thing that a body does: an act, or pushes one record, or an array of records.
  record Op(List<Node> nodes, List<Act> acts) {}

  /// Between two segments all ranks call a collective operation. After the last one of a phase they
  /// wait for quiescence, and check.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Segment(List<List<Op>> bySlot, long[] values) {}

  record Phase(List<Segment> segments) {}

  /// The overlap loop of a program.
  ///
  /// @param ways the ways of its two channels
  /// @param counts for each of the two channels, and each pair of slots, the records in a step
  /// @param tuner the number of the tuner
  /// @param pushes what the handlers of some records push, by [#key]
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Steps(
      Way[] ways,
      int[][][] counts,
      int steps,
      int computations,
      int tuner,
      boolean everyPass,
      boolean drains,
      Map<Long, Node> pushes) {
    /// The key of record `index` of a step.
    static long key(int channel, int step, int from, int to, int index) {
      return (((channel * 64L + step) * SLOTS + from) * SLOTS + to) * 1024 + index;
    }
  }

  final long seed;
  final List<Node> nodes = new ArrayList<>();
  final List<Phase> phases = new ArrayList<>();
  Steps steps = new Steps(new Way[0], new int[0][][], 0, 0, 0, false, false, new HashMap<>());

  /// The values that puts write, by slot and cell; 0 for none.
  final long[][] cells = new long[SLOTS][CELLS];

  Plan(long seed) {
    this.seed = seed;
  }

  /// A mixing function.
  static long mix(long a) {
    a = (a ^ a >>> 30) * 0xbf58476d1ce4e5b9L;
    a = (a ^ a >>> 27) * 0x94d049bb133111ebL;
    return a ^ a >>> 31;
  }

  /// The byte at `i` of the payload of `key`.
  static byte at(long key, int i) {
    return (byte) (key + 31L * i + (key >>> (i & 31)));
  }

  /// The program as text.
  String listing() {
    var text = new StringBuilder();
    for (int p = 0; p < phases.size(); p++) {
      List<Segment> segments = phases.get(p).segments();
      for (int s = 0; s < segments.size(); s++) {
        for (int slot = 0; slot < SLOTS; slot++) {
          text.append("phase %d, segment %d, slot %d:%n".formatted(p, s, slot));
          for (Op op : segments.get(s).bySlot().get(slot)) {
            text.append("  ").append(op.nodes()).append(' ').append(op.acts()).append('\n');
          }
        }
      }
    }
    return text.append("loop: ")
        .append(steps.steps())
        .append(" steps, tuner ")
        .append(steps.tuner())
        .append(", pushes ")
        .append(steps.pushes())
        .append('\n')
        .toString();
  }
}
