// SPDX-License-Identifier: Apache-2.0
package weft.random.channels;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import weft.random.channels.Plan.Act;
import weft.random.channels.Plan.Doing;
import weft.random.channels.Plan.Node;
import weft.random.channels.Plan.Op;
import weft.random.channels.Plan.Phase;
import weft.random.channels.Plan.Segment;
import weft.random.channels.Plan.Steps;
import weft.random.channels.Plan.Way;

/// Makes the program of a seed.
final class Planner {
  /// About as many records a body pushes in a segment, with what their handlers push.
  private static final int RECORDS = 120;

  /// The number of [Tuners].
  static final int TUNERS = 8;

  private static final Way[] OF_HANDLERS = {
    Way.WORDS, Way.BATCHES, Way.PAIRS, Way.OBJECTS, Way.VECTORS, Way.REQUESTS
  };
  private static final Way[] OF_LOOPS = {Way.WORDS, Way.PAIRS, Way.OBJECTS, Way.VECTORS};
  private static final Doing[] BY_BODIES = Doing.values();
  private static final Doing[] BY_HANDLERS = {
    Doing.FLUSH, Doing.FLUSH_ONE, Doing.TRY_FLUSH, Doing.RESIZE, Doing.BUFFERS, Doing.TELL
  };

  private final SplittableRandom random;
  private final Plan plan;

  /// The channel that this program uses most, so that its buffers fill.
  private final Way favourite;

  /// Whether payloads may be much larger than a ring.
  private final boolean large;

  private int cells;

  /// The number of records at which a body has enough to push.
  private int enough;

  private Planner(long seed) {
    this.random = new SplittableRandom(seed);
    this.plan = new Plan(seed);
    this.favourite = pick(OF_HANDLERS);
    this.large = random.nextInt(4) == 0;
  }

  static Plan plan(long seed) {
    return new Planner(seed).make();
  }

  private <T> T pick(T[] values) {
    return values[random.nextInt(values.length)];
  }

  private int slot() {
    return random.nextInt(Plan.SLOTS);
  }

  private Plan make() {
    int phases = 1 + random.nextInt(3);
    for (int phase = 0; phase < phases; phase++) {
      plan.phases.add(phase(1 + random.nextInt(3), true));
    }
    plan.steps = steps();
    // In the last phase bodies close the channels when they have pushed, so handlers push nothing.
    plan.phases.add(phase(1, false));
    return plan;
  }

  private Phase phase(int segments, boolean handlersPush) {
    var made = new ArrayList<Segment>();
    for (int i = 0; i < segments; i++) {
      List<List<Op>> bySlot = new ArrayList<>();
      var values = new long[Plan.SLOTS];
      for (int slot = 0; slot < Plan.SLOTS; slot++) {
        values[slot] = random.nextLong();
        var ops = new ArrayList<Op>();
        int count = random.nextInt(handlersPush ? 24 : 6);
        enough = plan.nodes.size() + RECORDS;
        for (int op = 0; op < count && plan.nodes.size() < enough; op++) {
          op(slot, handlersPush, ops);
        }
        bySlot.add(ops);
      }
      made.add(new Segment(bySlot, values));
    }
    return new Phase(made);
  }

  private void op(int slot, boolean handlersPush, List<Op> ops) {
    int dice = random.nextInt(10);
    if (dice < 3) {
      ops.add(new Op(List.of(), List.of(act(BY_BODIES))));
      return;
    }
    int to = slot();
    if (dice == 3) {
      var array = new ArrayList<Node>();
      for (int i = random.nextInt(random.nextInt(4) == 0 ? 400 : 30); i > 0; i--) {
        array.add(node(Way.ARRAYS, slot, to, 0));
      }
      ops.add(new Op(array, List.of()));
      return;
    }
    // A run of records for one target fills its buffers.
    Way way = random.nextInt(3) > 0 ? favourite : pick(OF_HANDLERS);
    boolean deep = handlersPush && random.nextInt(3) == 0;
    for (int i = random.nextInt(40); i >= 0; i--) {
      Way of = random.nextInt(8) == 0 ? pick(OF_HANDLERS) : way;
      ops.add(new Op(List.of(tree(of, slot, to, deep ? 3 : 0)), List.of()));
    }
  }

  private Act act(Doing[] from) {
    Doing doing = pick(from);
    Way way = random.nextBoolean() ? favourite : Way.values()[random.nextInt(6)];
    int number =
        switch (doing) {
          case RESIZE -> random.nextInt(3) == 0 ? 64 : 64 + random.nextInt(6000);
          case BUFFERS -> 1 + random.nextInt(random.nextInt(8) == 0 ? 64 : 4);
          case WITHIN -> 1 + random.nextInt(200_000);
          case PAUSE -> random.nextInt(100_000);
          case PUT -> cells++ % (Plan.SLOTS * Plan.CELLS);
          default -> random.nextInt(4);
        };
    if (doing == Doing.WITHIN && random.nextInt(4) > 0) {
      return new Act(Doing.POLL, way, slot(), number & 3);
    }
    if (doing == Doing.PUT) {
      int slot = number / Plan.CELLS;
      plan.cells[slot][number % Plan.CELLS] = Plan.mix(plan.seed + number);
      return new Act(doing, way, slot, number % Plan.CELLS);
    }
    return new Act(doing, way, slot(), number);
  }

  /// A record, and what its handler pushes.
  private Node tree(Way way, int from, int to, int depth) {
    Node node = node(way, from, to, way.hasPayload() ? bytes(from) : 0);
    if (depth > 0 && plan.nodes.size() < enough + RECORDS) {
      if (random.nextInt(16) == 0) {
        node.acts.add(act(BY_HANDLERS));
      }
      for (int i = random.nextInt(4); i > 0; i--) {
        // Often the channel and the target of a body that may be waiting.
        Way next = random.nextBoolean() ? favourite : pick(OF_HANDLERS);
        int target = random.nextBoolean() ? node.from : slot();
        node.children.add(tree(next, to, target, depth - 1));
      }
    }
    return node;
  }

  private Node node(Way way, int from, int to, int bytes) {
    boolean tries = way != Way.ARRAYS && random.nextInt(5) == 0;
    var node = new Node(plan.nodes.size(), random.nextLong(), way, from, to, bytes, tries);
    plan.nodes.add(node);
    return node;
  }

  private int bytes(int from) {
    int dice = random.nextInt(100);
    if (large && from == 0 && dice == 99) {
      return 300_000;
    }
    return dice < 70
        ? random.nextInt(50)
        : dice < 94
            ? random.nextInt(600)
            : dice < 98 ? random.nextInt(4000) : random.nextInt(20_000);
  }

  private Steps steps() {
    var ways = new Way[] {pick(OF_LOOPS), pick(OF_LOOPS)};
    var counts = new int[2][Plan.SLOTS][Plan.SLOTS];
    int most = 1 + random.nextInt(12);
    for (int[][] channel : counts) {
      for (int[] from : channel) {
        for (int to = 0; to < Plan.SLOTS; to++) {
          from[to] = random.nextInt(3) == 0 ? 0 : random.nextInt(most);
        }
      }
    }
    int steps = 4 + random.nextInt(20);
    enough = Integer.MAX_VALUE / 2;
    Map<Long, Node> pushes = new HashMap<>();
    for (int i = random.nextInt(60); i > 0; i--) {
      int channel = random.nextInt(2);
      int from = slot();
      int to = slot();
      int count = counts[channel][from][to];
      if (count > 0) {
        long key = Steps.key(channel, random.nextInt(steps), from, to, random.nextInt(count));
        pushes.computeIfAbsent(key, it -> tree(pick(OF_HANDLERS), to, slot(), 2));
      }
    }
    return new Steps(
        ways,
        counts,
        steps,
        random.nextInt(60),
        (int) Math.floorMod(plan.seed, (long) TUNERS),
        random.nextBoolean(),
        random.nextBoolean(),
        pushes);
  }
}
