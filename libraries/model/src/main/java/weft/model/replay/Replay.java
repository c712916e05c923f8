// SPDX-License-Identifier: Apache-2.0
package weft.model.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import weft.model.CostChannel;
import weft.model.Mapping;
import weft.model.Platform;

/// Replays a recorded run on another machine: bodies and handlers take the time that they took, on
/// the same ranks and with the same messages; messages take what they took and what the model says
/// that the other machine adds; waits take what follows from that.
///
/// A message that its receiver waited for took the time between the send and its handler. One that
/// found its receiver busy took at most that, and at most what the model says. On the other machine
/// it takes as much longer, or in that proportion less, as the model says for its bytes. Messages
/// between two hosts queue for the link between them, on both machines.
///
/// A rank leaves a collective operation as long after the last rank has entered it as it did, in
/// proportion to the time of a message of its bytes.
///
/// With nothing changed every item takes place when it did.
public final class Replay {
  private final List<RankTrace> ranks;
  private final Machine before;
  private final Map<Long, Integer> entries = new HashMap<>();
  private final List<Collective> collectives = new ArrayList<>();

  /// By rank and item: of a send, the transit of its first message.
  private final double[][] transits;

  /// By rank and item: of a send, the transit by the model where it was recorded.
  private final double[][] modelled;

  /// By sender and receiver: the sends by the number of their first message.
  private final @Nullable SentMessages[][] sends;

  /// A machine on which the run takes place.
  ///
  /// @param platform its costs
  /// @param mapping the hosts of the ranks
  /// @param speed how many times faster it computes
  public record Machine(Platform platform, Mapping mapping, double speed) {}

  /// What is told of each piece of a replayed rank.
  public interface Listener {
    /// The rank did something of `kind` from `from` until `until`, in microseconds.
    void piece(int rank, Kind kind, double from, double until);
  }

  /// What a rank does.
  public enum Kind {
    /// It computes.
    COMPUTES,
    /// It waits.
    WAITS
  }

  private static final class Collective {
    final List<Integer> members = new ArrayList<>();
    double lastEntered = Double.NEGATIVE_INFINITY;

    /// While it is replayed.
    int entered;

    double replayed = Double.NEGATIVE_INFINITY;
  }

  /// Prepares the replay of a run on the machine on which it was recorded.
  public Replay(List<RankTrace> ranks, Machine before) {
    this.ranks = List.copyOf(ranks);
    this.before = before;
    int size = ranks.size();
    this.transits = new double[size][];
    this.modelled = new double[size][];
    this.sends = new SentMessages[size][size];
    for (int rank = 0; rank < size; rank++) {
      index(rank);
    }
    for (RankTrace trace : ranks) {
      keepEarlyLeaves(trace);
    }
    model();
    for (int rank = 0; rank < size; rank++) {
      measure(rank);
    }
  }

  /// A rank that left an operation before others had entered it, such as a root, did not wait for
  /// them: it keeps its time.
  private void keepEarlyLeaves(RankTrace trace) {
    int entered = -1;
    for (int i = 0; i < trace.size(); i++) {
      if (trace.kind(i) == RankTrace.ENTER) {
        entered = i;
      } else if (trace.kind(i) == RankTrace.LEAVE && entered >= 0) {
        Integer index = entries.get(trace.number(i));
        if (index != null && trace.time(i) < collectives.get(index).lastEntered) {
          for (int k = entered; k < i; k++) {
            trace.keep(k);
          }
        }
        entered = -1;
      }
    }
  }

  private void index(int rank) {
    RankTrace trace = ranks.get(rank);
    transits[rank] = new double[trace.size()];
    modelled[rank] = new double[trace.size()];
    Arrays.fill(transits[rank], Double.NaN);
    for (int i = 0; i < trace.size(); i++) {
      if (trace.kind(i) == RankTrace.SEND) {
        SentMessages its = sends[rank][trace.peer(i)];
        if (its == null) {
          its = new SentMessages();
          sends[rank][trace.peer(i)] = its;
        }
        its.add(trace.number(i), i);
      } else if (trace.kind(i) == RankTrace.ENTER) {
        int at = entries.computeIfAbsent(trace.number(i), it -> collectives.size());
        if (at == collectives.size()) {
          collectives.add(new Collective());
        }
        Collective collective = collectives.get(at);
        collective.members.add(rank);
        collective.lastEntered = Math.max(collective.lastEntered, trace.time(i));
      }
    }
  }

  /// Finds the transits by the model, with the sends at the times at which they were recorded.
  private void model() {
    // The sends of each rank are in order; the earliest of all ranks is the next one.
    int[] at = new int[ranks.size()];
    Links links = new Links(before);
    while (true) {
      int first = -1;
      for (int rank = 0; rank < at.length; rank++) {
        RankTrace trace = ranks.get(rank);
        while (at[rank] < trace.size() && trace.kind(at[rank]) != RankTrace.SEND) {
          at[rank]++;
        }
        if (at[rank] < trace.size()
            && (first < 0 || trace.time(at[rank]) < ranks.get(first).time(at[first]))) {
          first = rank;
        }
      }
      if (first < 0) {
        return;
      }
      int item = at[first]++;
      RankTrace trace = ranks.get(first);
      modelled[first][item] = links.transit(first, trace, item, trace.time(item));
    }
  }

  /// Finds the transits that a rank's handlers show.
  private void measure(int rank) {
    RankTrace trace = ranks.get(rank);
    for (int i = 0; i < trace.size(); i++) {
      if (trace.kind(i) != RankTrace.RECEIVE) {
        continue;
      }
      int source = trace.peer(i);
      int send = sendOf(source, rank, trace.number(i));
      if (send < 0) {
        continue;
      }
      double delay = Math.max(0, trace.time(i) - ranks.get(source).time(send));
      boolean isAwaited = i > 0 && trace.kind(i - 1) == RankTrace.WAITED && trace.length(i - 1) > 0;
      double transit = isAwaited ? delay : Math.min(delay, modelled[source][send]);
      double known = transits[source][send];
      transits[source][send] = Double.isNaN(known) ? transit : Math.min(known, transit);
    }
  }

  /// The send of a message, or [SentMessages#NONE].
  private int sendOf(int source, int target, long number) {
    if (source < 0 || source >= ranks.size()) {
      return SentMessages.NONE;
    }
    SentMessages its = sends[source][target];
    return its == null ? SentMessages.NONE : its.find(ranks.get(source), number);
  }

  /// The time that the run took, in microseconds.
  public double recorded() {
    double begin = Double.POSITIVE_INFINITY;
    double end = 0;
    for (RankTrace trace : ranks) {
      begin = Math.min(begin, trace.start());
      end = Math.max(end, trace.end());
    }
    return Math.max(0, end - begin);
  }

  /// The part of all ranks' time in which they waited for something that is not known.
  public double kept() {
    double sum = 0;
    for (RankTrace trace : ranks) {
      sum += trace.kept();
    }
    return sum / Math.max(1e-9, recorded() * ranks.size());
  }

  /// The time that the run would take on a machine, in microseconds.
  public double time(Machine machine) {
    return time(machine, (rank, kind, from, until) -> {});
  }

  /// As above, and tells what each rank does when.
  public double time(Machine machine, Listener listener) {
    return new Course(machine, listener).run();
  }

  /// The links between hosts, for which messages queue.
  private static final class Links {
    private final Machine machine;
    private final double[][] free;

    Links(Machine machine) {
      this.machine = machine;
      int hosts = machine.mapping.hosts();
      this.free = new double[hosts][hosts];
      for (double[] row : free) {
        Arrays.fill(row, Double.NEGATIVE_INFINITY);
      }
    }

    double transit(int source, RankTrace trace, int item, double now) {
      int from = machine.mapping.host(source);
      int to = machine.mapping.host(trace.peer(item));
      long bytes = trace.bytes(item);
      CostChannel channel =
          machine.platform.channel(from == to ? Platform.LOCAL : Platform.NETWORK);
      double movement = channel.time(bytes, 1) - channel.overhead(bytes);
      if (from == to) {
        return channel.overhead(bytes) + movement;
      }
      double begins = Math.max(now, free[from][to]);
      free[from][to] = begins + movement;
      return channel.overhead(bytes) + begins + movement - now;
    }
  }

  /// One replay.
  private final class Course {
    private static final int READY = 0;
    private static final int NEEDS_MESSAGE = 1;
    private static final int NEEDS_MEMBERS = 2;
    private static final int OVER = 3;

    private final Machine machine;
    private final Listener listener;
    private final Links links;
    private final int[] at = new int[ranks.size()];
    private final double[] now = new double[ranks.size()];
    private final int[] state = new int[ranks.size()];

    /// By rank and item: when the messages of a send arrive.
    private final double[][] arrivals = new double[ranks.size()][];

    private final PriorityQueue<Integer> ready;

    Course(Machine machine, Listener listener) {
      this.machine = machine;
      this.listener = listener;
      this.links = new Links(machine);
      this.ready =
          new PriorityQueue<>(
              Comparator.<Integer>comparingDouble(rank -> now[rank]).thenComparing(rank -> rank));
      for (Collective collective : collectives) {
        collective.entered = 0;
        collective.replayed = Double.NEGATIVE_INFINITY;
      }
    }

    double run() {
      double begin = Double.POSITIVE_INFINITY;
      for (int rank = 0; rank < ranks.size(); rank++) {
        arrivals[rank] = new double[ranks.get(rank).size()];
        Arrays.fill(arrivals[rank], Double.NaN);
        now[rank] = ranks.get(rank).start();
        begin = Math.min(begin, now[rank]);
        ready.add(rank);
      }
      while (true) {
        Integer rank = ready.poll();
        if (rank != null) {
          step(rank);
        } else if (!release()) {
          break;
        }
      }
      double end = begin;
      for (double each : now) {
        end = Math.max(end, each);
      }
      return end - begin;
    }

    /// Everyone waits, for what a recording without its beginning does not show. The earliest goes
    /// on as if it had what it needs. Returns false if all have ended.
    private boolean release() {
      int first = -1;
      for (int rank = 0; rank < ranks.size(); rank++) {
        boolean isWaiting = state[rank] == NEEDS_MESSAGE || state[rank] == NEEDS_MEMBERS;
        if (isWaiting && (first < 0 || now[rank] < now[first])) {
          first = rank;
        }
      }
      if (first < 0) {
        return false;
      }
      state[first] = READY;
      at[first]++;
      ready.add(first);
      return true;
    }

    private void step(int rank) {
      RankTrace trace = ranks.get(rank);
      if (at[rank] == trace.size()) {
        state[rank] = OVER;
        return;
      }
      int item = at[rank];
      switch (trace.kind(item)) {
        case RankTrace.COMPUTE -> advance(rank, trace.length(item) / machine.speed, Kind.COMPUTES);
        case RankTrace.KEPT -> advance(rank, trace.length(item), Kind.WAITS);
        case RankTrace.SEND -> {
          arrivals[rank][item] = now[rank] + transit(rank, trace, item);
          wake(trace.peer(item), rank);
        }
        case RankTrace.RECEIVE -> {
          int send = sendOf(trace.peer(item), rank, trace.number(item));
          if (send >= 0) {
            double arrival = arrivals[trace.peer(item)][send];
            if (Double.isNaN(arrival)) {
              state[rank] = NEEDS_MESSAGE;
              return; // The sender adds this rank again.
            }
            waitUntil(rank, arrival);
          }
        }
        case RankTrace.ENTER -> enter(rank, trace.number(item));
        case RankTrace.LEAVE -> {
          if (!leave(rank, trace, item)) {
            state[rank] = NEEDS_MEMBERS;
            return;
          }
        }
        default -> {} // It waited for what follows.
      }
      at[rank]++;
      ready.add(rank);
    }

    private void advance(int rank, double length, Kind kind) {
      if (length > 0) {
        listener.piece(rank, kind, now[rank], now[rank] + length);
        now[rank] += length;
      }
    }

    private void waitUntil(int rank, double time) {
      advance(rank, time - now[rank], Kind.WAITS);
    }

    /// The transit of a send on this machine.
    private double transit(int rank, RankTrace trace, int item) {
      double model = modelled[rank][item];
      double here = links.transit(rank, trace, item, now[rank]);
      double known = transits[rank][item];
      if (Double.isNaN(known)) {
        return here;
      }
      return known >= model ? Math.max(0, known + here - model) : known * here / model;
    }

    private void wake(int target, int source) {
      if (state[target] != NEEDS_MESSAGE) {
        return;
      }
      RankTrace trace = ranks.get(target);
      int send = sendOf(trace.peer(at[target]), target, trace.number(at[target]));
      if (trace.peer(at[target]) == source && send >= 0 && !Double.isNaN(arrivals[source][send])) {
        state[target] = READY;
        ready.add(target);
      }
    }

    private void enter(int rank, long number) {
      Integer index = entries.get(number);
      if (index == null) {
        return;
      }
      Collective collective = collectives.get(index);
      collective.entered++;
      collective.replayed = Math.max(collective.replayed, now[rank]);
      if (collective.entered == collective.members.size()) {
        for (int member : collective.members) {
          if (state[member] == NEEDS_MEMBERS && ranks.get(member).number(at[member]) == number) {
            state[member] = READY;
            ready.add(member);
          }
        }
      }
    }

    /// Leaves an operation; false if that needs ranks that have not entered it.
    private boolean leave(int rank, RankTrace trace, int item) {
      Integer index = entries.get(trace.number(item));
      if (index == null) {
        return true;
      }
      Collective collective = collectives.get(index);
      double after = trace.time(item) - collective.lastEntered;
      if (after < 0) {
        return true; // It did not wait for all.
      }
      if (collective.entered < collective.members.size()) {
        return false;
      }
      waitUntil(rank, collective.replayed + after * ratio(collective, trace.bytes(item)));
      return true;
    }

    private double ratio(Collective collective, long bytes) {
      return message(machine, collective, bytes) / message(before, collective, bytes);
    }

    private static double message(Machine machine, Collective collective, long bytes) {
      boolean isLocal = true;
      for (int member : collective.members) {
        isLocal &=
            machine.mapping.host(member) == machine.mapping.host(collective.members.getFirst());
      }
      return machine
          .platform
          .channel(isLocal ? Platform.LOCAL : Platform.NETWORK)
          .time(Math.max(8, bytes), 1);
    }
  }
}
