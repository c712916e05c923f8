// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import java.util.List;
import java.util.Random;

/// Many ranks in one thread, under a seed: bodies that start and await operations, and messages
/// that are delivered between any two steps and in the middle of sends. All that happens follows
/// from the seed.
///
/// Ranks fall asleep for a while, with or without their handlers: so some call early, some late,
/// and some pairs are slow.
final class CoreSimulation {
  /// Makes what is simulated.
  @FunctionalInterface
  interface Maker {
    SimPort make(SimWire wire, SimSettings settings, List<SimOperation> operations);
  }

  /// Which of a rank's two sides sleep.
  private static final int BODY = 1;

  private static final int HANDLERS = 2;

  private static final int DEEPEST = 6;
  private static final long HEAP = 4 << 20;

  private final SimSettings settings;
  private final Random random;
  private final SimNetwork network;
  private final SimWire[] wires;
  private final SimPort[] ports;
  private final SimRank[] ranks;
  private final boolean[] inBody;
  private final long[] asleepUntil;
  private final int[] asleep;
  private final List<SimOperation> operations;
  private final boolean restless;
  private final boolean[] lazy;
  private long steps;
  private long done;
  private int depth;
  private int mostPending;
  private int mostAhead;

  /// A simulation of random operations in random groups.
  CoreSimulation(SimSettings settings, Maker maker) {
    this(settings, maker, new Random(settings.seed() * 0x9E3779B97F4A7C15L + settings.size()));
  }

  private CoreSimulation(SimSettings settings, Maker maker, Random random) {
    this(
        settings,
        maker,
        random,
        SimOperation.some(
            settings, SimGroup.some(random, settings.size(), settings.groups()), random));
  }

  /// A simulation of these operations.
  CoreSimulation(SimSettings settings, Maker maker, Random random, List<SimOperation> operations) {
    this.settings = settings;
    this.random = random;
    this.operations = operations;
    this.restless = random.nextBoolean();
    int size = settings.size();
    this.network = new SimNetwork(size, settings.frameBytes(), random, this::whileSending);
    this.wires = new SimWire[size];
    this.ports = new SimPort[size];
    this.ranks = new SimRank[size];
    this.inBody = new boolean[size];
    this.asleepUntil = new long[size];
    this.asleep = new int[size];
    this.lazy = new boolean[size];
    List<SimGroup> groups = operations.stream().map(it -> it.group).distinct().toList();
    for (int rank = 0; rank < size; rank++) {
      var heap = new SimHeap(HEAP);
      wires[rank] = new SimWire(network, rank, settings.frameBytes(), settings.shared(), heap);
      int me = rank;
      network.join(
          rank,
          heap,
          (source, a, b, c, d, memory, at, bytes) ->
              ports[me].arrive(source, a, b, c, d, memory, at, bytes));
    }
    for (int rank = 0; rank < size; rank++) {
      ports[rank] = maker.make(wires[rank], settings, operations);
      for (SimGroup group : groups) {
        if (group.rankOf(rank) >= 0) {
          ports[rank].join(group);
        }
      }
      ranks[rank] =
          new SimRank(
              rank,
              settings,
              ports[rank],
              wires[rank].ownHeap(),
              new Random(random.nextLong()),
              operations);
    }
  }

  /// Runs to the end, and checks that nothing is left over.
  void run() {
    try {
      while (!isFinished()) {
        if (!step()) {
          throw new AssertionError("nothing goes on");
        }
      }
      while (network.pendingPairs() > 0) {
        step();
      }
      for (int rank = 0; rank < ranks.length; rank++) {
        checkClean(rank);
      }
    } catch (Throwable thrown) {
      throw new AssertionError(thrown.getMessage() + "\n" + describe(), thrown);
    }
  }

  private boolean isFinished() {
    for (SimRank rank : ranks) {
      if (!rank.isFinished()) {
        return false;
      }
    }
    return true;
  }

  private void checkClean(int rank) {
    String left = ports[rank].leftOver();
    if (!left.isEmpty()) {
      throw new AssertionError("rank " + rank + " has left over: " + left);
    }
    long peak = wires[rank].peakBudget();
    if (peak > settings.earlyBytes()) {
      throw new AssertionError("rank " + rank + " has had " + peak + " bytes of early arrivals");
    }
    ports[rank].close();
    if (wires[rank].budget() != 0) {
      throw new AssertionError(
          "rank " + rank + " has kept " + wires[rank].budget() + " bytes of its budget");
    }
    if (wires[rank].ownHeap().blocks() != 0) {
      throw new AssertionError(
          "rank " + rank + " has kept " + wires[rank].ownHeap().blocks() + " blocks of its heap");
    }
  }

  /// The most bytes of budget that any rank has had.
  long peakBudget() {
    long peak = 0;
    for (SimWire wire : wires) {
      peak = Math.max(peak, wire.peakBudget());
    }
    return peak;
  }

  /// By how many operations the first rank has been ahead of the last one.
  int mostAhead() {
    return mostAhead;
  }

  /// How many operations of rank `rank` have begun.
  int begun(int rank) {
    return ranks[rank].begun();
  }

  /// The most operations that any rank has had under way at once.
  int mostOutstanding() {
    int most = 0;
    for (SimRank rank : ranks) {
      most = Math.max(most, rank.most());
    }
    return most;
  }

  /// The most messages that have been under way to one rank at the end of a step.
  int mostPending() {
    return mostPending;
  }

  /// From now on the body of `rank` does something only when nothing else can be done.
  void makeLazy(int rank) {
    lazy[rank] = true;
  }

  private void sleep(int rank, long steps, boolean handlers) {
    asleepUntil[rank] = this.steps + steps;
    asleep[rank] = handlers ? BODY | HANDLERS : BODY;
  }

  private void whileSending() {
    if (depth < DEEPEST && random.nextInt(restless ? 2 : 8) == 0) {
      depth++;
      for (int i = random.nextInt(3); i >= 0; i--) {
        tryOne();
      }
      depth--;
    }
  }

  /// One thing somewhere; false when nothing can be done anywhere.
  private boolean step() {
    for (int i = 0; i < 16; i++) {
      if (tryOne()) {
        return true;
      }
    }
    long before = done;
    return tryAll(false)
        || (wakeAll() && tryAll(false))
        || tryAll(true)
        // A reminder is nothing done. But while it was sent others may have gone on, or may have
        // fallen asleep, and it may be under way.
        || done != before
        || network.pendingPairs() > 0
        || wakeAll();
  }

  private boolean tryOne() {
    steps++;
    if (random.nextInt(64) == 0) {
      sleep(random.nextInt(ranks.length), random.nextInt(400), random.nextInt(3) == 0);
    }
    int pairs = network.pendingPairs();
    if (pairs > 0 && random.nextInt(4) > 0) {
      int pair = random.nextInt(pairs);
      int target = network.targetOf(pair);
      mostPending = Math.max(mostPending, network.pendingTo(target));
      return !sleeps(target, HANDLERS) && deliver(pair);
    }
    int rank = random.nextInt(ranks.length);
    return !lazy[rank] && !sleeps(rank, BODY) && act(rank);
  }

  private boolean sleeps(int rank, int side) {
    return steps < asleepUntil[rank] && (asleep[rank] & side) != 0;
  }

  private boolean deliver(int pair) {
    boolean did = network.deliver(pair);
    done += did ? 1 : 0;
    return did;
  }

  private boolean act(int rank) {
    if (inBody[rank] || network.inHandler(rank)) {
      return false;
    }
    inBody[rank] = true;
    boolean did = ranks[rank].act();
    inBody[rank] = false;
    done += did ? 1 : 0;
    int last = Integer.MAX_VALUE;
    for (SimRank it : ranks) {
      last = Math.min(last, it.begun());
    }
    mostAhead = Math.max(mostAhead, ranks[rank].begun() - last);
    return did;
  }

  private boolean tryAll(boolean lazyToo) {
    for (int pair = 0; pair < network.pendingPairs(); pair++) {
      if (!sleeps(network.targetOf(pair), HANDLERS) && deliver(pair)) {
        return true;
      }
    }
    int from = random.nextInt(ranks.length);
    for (int i = 0; i < ranks.length; i++) {
      int rank = (from + i) % ranks.length;
      if ((lazyToo || !lazy[rank]) && !sleeps(rank, BODY) && act(rank)) {
        return true;
      }
    }
    return false;
  }

  private boolean wakeAll() {
    boolean any = false;
    for (int rank = 0; rank < ranks.length; rank++) {
      any |= steps < asleepUntil[rank];
      asleepUntil[rank] = 0;
    }
    return any;
  }

  private String describe() {
    var text = new StringBuilder(settings.toString());
    text.append("; ").append(steps).append(" steps, ");
    text.append(network.delivered()).append(" messages delivered, ");
    text.append(network.pendingPairs()).append(" pairs with messages under way\n");
    for (int rank = 0; rank < ranks.length; rank++) {
      if (!ranks[rank].isFinished()) {
        text.append(ranks[rank]).append('\n');
      }
      String left = ports[rank].leftOver();
      if (!left.isEmpty()) {
        text.append("  rank ").append(rank).append(" holds ").append(left).append('\n');
      }
    }
    int first = operations.size();
    for (SimRank rank : ranks) {
      first = Math.min(first, rank.firstUnchecked());
    }
    for (int i = first; i < Math.min(first + 4, operations.size()); i++) {
      text.append(operations.get(i)).append('\n');
    }
    return text.toString();
  }
}
