// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Operator;
import weft.collective.Parts;
import weft.mobile.balance.BalancePolicy;
import weft.mobile.balance.Loads;
import weft.mobile.balance.Moves;
import weft.mobile.balance.StealPolicy;
import weft.mobile.internal.TraceOfLoads;
import weft.mobile.internal.protocol.Resident;

/// Balances the objects of all ranks collectively. All loads are gathered, each rank makes the same
/// plan, and each rank moves its own objects.
final class Balancing {
  /// The loads of one rank's objects, ordered by word.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Part(long[] words, double[] loads) {}

  private static final Codec<String> TEXT = Codecs.of(String.class);
  private static final Part NOTHING = new Part(new long[0], new double[0]);

  private final ObjectRank rank;
  private final Group group;
  private final PeriodicBalancing periodic;
  private final Stealing stealing;
  private final TraceOfLoads trace;

  /// Whether the bodies of all ranks have returned.
  private boolean ended;

  Balancing(ObjectRank rank, Group group) {
    this.rank = rank;
    this.group = group;
    this.trace = new TraceOfLoads(rank.rank());
    this.periodic = new PeriodicBalancing(rank, trace);
    this.stealing = new Stealing(rank);
    rank.layer.moments().whenAllReturned(this::end);
  }

  /// The bodies of all ranks have returned: nothing is balanced any more.
  private void end() {
    ended = true;
    stop();
    String missed = stealing.missed();
    if (!missed.isEmpty()) {
      System.err.println(missed);
    }
  }

  private void stop() {
    periodic.stop();
    stealing.stop();
  }

  Balanced balance(BalancePolicy given) {
    BalancePolicy policy = rank.functions.policy(given);
    rank.runner.measuring = true;
    Part part = NOTHING;
    RuntimeException failure = null;
    try {
      part = part(rank);
    } catch (RuntimeException e) {
      failure = e;
    }
    // After a failure this rank still takes part, so that the others do not wait for it.
    double[] sums = sums(part, failure != null);
    checkLoads(sums, failure);
    Balanced even = evenAlready(policy, sums);
    if (even != null) {
      return even;
    }
    Loads loads = gather(part, sums);
    trace.add(loads);
    long began = System.nanoTime();
    var moves = new Moves(loads);
    policy.plan(loads, moves);
    long took = System.nanoTime() - began;
    carryOut(rank, loads, moves);
    return new Balanced(
        Loads.imbalance(loads.perRank()),
        Loads.imbalance(loads.perRank(moves)),
        loads.objects(),
        moves.count(),
        took);
  }

  /// Of each rank its load, NaN if that has failed, then of each its heaviest object, then of each
  /// how many objects it has: the same on all ranks. Collective.
  private double[] sums(Part part, boolean failed) {
    int size = rank.layer.size();
    var sums = new double[3 * size];
    sums[rank.rank()] = failed ? Double.NaN : Arrays.stream(part.loads).sum();
    sums[size + rank.rank()] = Arrays.stream(part.loads).max().orElse(0);
    sums[2 * size + rank.rank()] = part.loads.length;
    group.allreduce(sums, Operator.SUM);
    return sums;
  }

  /// Throws on every rank if one has no loads; `failure` is this rank's reason, or null. Collective
  /// in that case.
  private void checkLoads(double[] sums, @Nullable RuntimeException failure) {
    for (int i = 0; i < rank.layer.size(); i++) {
      if (Double.isNaN(sums[i])) {
        String own = failure == null ? "" : rank.layer.program().describe(failure);
        String reason = group.broadcast(i, own, TEXT);
        throw failure != null
            ? failure
            : new WeftException("nothing is balanced, since rank " + i + " has thrown " + reason);
      }
    }
  }

  /// What a balancing returns that the policy finds not worth it: the same on all ranks. Null
  /// otherwise.
  private @Nullable Balanced evenAlready(BalancePolicy policy, double[] sums) {
    int size = rank.layer.size();
    double[] perRank = Arrays.copyOf(sums, size);
    double greatest = Arrays.stream(perRank).max().orElse(0);
    double heaviest = Arrays.stream(sums, size, 2 * size).max().orElse(0);
    double mean = Arrays.stream(perRank).sum() / size;
    if (policy.isWorthIt(greatest, Math.max(mean, heaviest))) {
      return null;
    }
    double before = Loads.imbalance(perRank);
    int objects = (int) Arrays.stream(sums, 2 * size, 3 * size).sum();
    return new Balanced(before, before, objects, 0, 0);
  }

  /// The loads of all ranks. How many objects each has is known from `sums`, so that one operation
  /// is enough. Collective.
  private Loads gather(Part part, double[] sums) {
    int size = rank.layer.size();
    var counts = new int[size];
    var lengths = new int[size];
    for (int i = 0; i < size; i++) {
      counts[i] = (int) sums[2 * size + i];
      lengths[i] = 2 * counts[i];
    }
    var own = new long[2 * part.words.length];
    for (int i = 0; i < part.words.length; i++) {
      own[2 * i] = part.words[i];
      own[2 * i + 1] = Double.doubleToRawLongBits(part.loads[i]);
    }
    var all = new long[Arrays.stream(lengths).sum()];
    group.run(Operation.allgather(Data.of(own), Data.of(all), Parts.of(lengths)));
    List<Part> parts = new ArrayList<>();
    int at = 0;
    for (int count : counts) {
      var words = new long[count];
      var loads = new double[count];
      for (int i = 0; i < count; i++, at += 2) {
        words[i] = all[at];
        loads[i] = Double.longBitsToDouble(all[at + 1]);
      }
      parts.add(new Part(words, loads));
    }
    return loads(parts);
  }

  /// The number of messages this rank has sent for balancing outside collective calls.
  long messages() {
    return periodic.messages() + stealing.messages();
  }

  void every(long millis, @Nullable BalancePolicy given) {
    rank.layer.calls().checkOpen("MobileObjects.balanceEvery");
    if (given != null && millis < 1) {
      throw new IllegalArgumentException("balancing every " + millis + " ms; give 1 or more");
    }
    stop();
    if (given != null && !ended) {
      rank.runner.measuring = true;
      periodic.start(millis, rank.functions.policy(given));
    }
  }

  void stealWhenIdle(StealPolicy given) {
    rank.layer.calls().checkOpen("MobileObjects.stealWhenIdle");
    stop();
    StealPolicy policy = rank.functions.stealPolicy(given);
    if (!ended) {
      stealing.start(policy);
    }
  }

  void trace(@Nullable Path file) {
    rank.layer.calls().checkOpen("MobileObjects.traceLoads");
    trace.to(file);
  }

  /// Returns the loads of the objects on this rank, and resets the measured ones.
  static Part part(ObjectRank rank) {
    Part part = part(rank, Resident::load);
    rank.router.forEachHere(Resident::clearLoad);
    return part;
  }

  /// Returns the loads of the objects on this rank. `measured` supplies loads that the type does
  /// not give.
  static Part part(ObjectRank rank, ToDoubleFunction<Resident> measured) {
    List<Resident> here = new ArrayList<>();
    rank.router.forEachHere(here::add);
    here.sort(Comparator.comparingLong(Resident::word));
    var words = new long[here.size()];
    var loads = new double[words.length];
    for (int i = 0; i < words.length; i++) {
      Resident object = here.get(i);
      words[i] = object.word();
      loads[i] = rank.types.load(object, measured);
    }
    return new Part(words, loads);
  }

  static Loads loads(List<Part> parts) {
    int count = parts.stream().mapToInt(it -> it.words.length).sum();
    var words = new long[count];
    var places = new int[count];
    var loads = new double[count];
    int at = 0;
    for (int rank = 0; rank < parts.size(); rank++) {
      Part part = parts.get(rank);
      for (int i = 0; i < part.words.length; i++, at++) {
        words[at] = part.words[i];
        places[at] = rank;
        loads[at] = part.loads[i];
      }
    }
    return new Loads(parts.size(), words, places, loads);
  }

  private static void carryOut(ObjectRank rank, Loads loads, Moves moves) {
    for (int i = 0; i < loads.objects(); i++) {
      if (loads.rank(i) == rank.rank() && moves.target(i) != rank.rank()) {
        rank.moves.moveIfHere(loads.word(i), moves.target(i));
      }
    }
  }
}
