// SPDX-License-Identifier: Apache-2.0
package weft.model.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import weft.model.CostChannel;
import weft.model.Platform;

/// A random program whose ranks compute, send, wait for messages in a fixed order, and meet. It is
/// executed step by step on a machine, and writes down what a recording would have.
final class ToyProgram {
  private static final int COMPUTE = 0;
  private static final int SEND = 1;
  private static final int RECEIVE = 2;
  private static final int MEET = 3;

  /// A step: what, with whom, how long or how many bytes.
  private record Step(int what, int peer, long number, double amount) {}

  /// What an execution gave.
  record Course(double time, List<RankTrace> traces) {}

  private final int ranks;
  private final List<List<Step>> steps = new ArrayList<>();

  ToyProgram(Random random, int ranks, int length) {
    this.ranks = ranks;
    for (int rank = 0; rank < ranks; rank++) {
      steps.add(new ArrayList<>());
    }
    long[][] numbers = new long[ranks][ranks];
    long meetings = 0;
    for (int i = 0; i < length; i++) {
      int one = random.nextInt(ranks);
      int other = (one + 1 + random.nextInt(ranks - 1)) % ranks;
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> add(one, COMPUTE, -1, 0, random.nextInt(200));
        case 7 -> {
          long number = meetings++;
          for (int rank = 0; rank < ranks; rank++) {
            add(rank, MEET, -1, number, 2);
          }
        }
        default -> {
          long number = numbers[one][other]++;
          add(one, SEND, other, number, 8 + random.nextInt(4000));
          add(other, RECEIVE, one, number, 1 + random.nextInt(20));
        }
      }
    }
  }

  private void add(int rank, int what, int peer, long number, double amount) {
    steps.get(rank).add(new Step(what, peer, number, amount));
  }

  /// Executes the program; always the earliest rank that can go on makes a step.
  Course run(Replay.Machine machine) {
    int[] at = new int[ranks];
    double[] now = new double[ranks];
    Map<String, Double> arrivals = new HashMap<>();
    Map<String, Double> links = new HashMap<>();
    List<RankTrace> traces = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      traces.add(new RankTrace(0));
    }
    while (true) {
      int first = -1;
      for (int rank = 0; rank < ranks; rank++) {
        if (at[rank] < steps.get(rank).size()
            && isReady(rank, at, arrivals)
            && (first < 0 || now[rank] < now[first])) {
          first = rank;
        }
      }
      if (first < 0) {
        break;
      }
      Step step = steps.get(first).get(at[first]);
      RankTrace trace = traces.get(first);
      switch (step.what) {
        case COMPUTE -> {
          double length = step.amount / machine.speed();
          trace.compute(now[first], length);
          now[first] += length;
          at[first]++;
        }
        case SEND -> {
          trace.send(now[first], step.peer, step.number, 1, (long) step.amount);
          arrivals.put(
              first + ">" + step.peer + ":" + step.number,
              now[first] + transit(machine, first, step, now[first], links));
          at[first]++;
        }
        case RECEIVE -> {
          String key = step.peer + ">" + first + ":" + step.number;
          double arrival = Objects.requireNonNull(arrivals.get(key));
          if (arrival > now[first]) {
            trace.waited(now[first], arrival - now[first], true);
            now[first] = arrival;
          }
          trace.receive(now[first], step.peer, step.number, 1);
          double length = step.amount / machine.speed();
          trace.compute(now[first], length);
          now[first] += length;
          at[first]++;
        }
        default -> meet(at, now, traces, machine, step);
      }
    }
    double last = 0;
    for (double each : now) {
      last = Math.max(last, each);
    }
    return new Course(last, traces);
  }

  /// Whether a rank can make its next step. A meeting is made for all ranks at once.
  private boolean isReady(int rank, int[] at, Map<String, Double> arrivals) {
    Step step = steps.get(rank).get(at[rank]);
    if (step.what == RECEIVE) {
      return arrivals.containsKey(step.peer + ">" + rank + ":" + step.number);
    }
    if (step.what != MEET) {
      return true;
    }
    for (int other = 0; other < ranks; other++) {
      if (at[other] == steps.get(other).size() || steps.get(other).get(at[other]).what != MEET) {
        return false;
      }
    }
    return true;
  }

  private void meet(
      int[] at, double[] now, List<RankTrace> traces, Replay.Machine machine, Step step) {
    double last = 0;
    for (double each : now) {
      last = Math.max(last, each);
    }
    boolean isFar = machine.mapping().host(0) != machine.mapping().host(ranks - 1);
    CostChannel channel = machine.platform().channel(isFar ? Platform.NETWORK : Platform.LOCAL);
    double end = last + step.amount * channel.time(8, 1);
    for (int rank = 0; rank < ranks; rank++) {
      traces.get(rank).enter(now[rank], step.number, 8);
      traces.get(rank).waited(now[rank], end - now[rank], true);
      traces.get(rank).leave(end, step.number, 8);
      now[rank] = end;
      at[rank]++;
    }
  }

  private static double transit(
      Replay.Machine machine, int from, Step step, double now, Map<String, Double> links) {
    int one = machine.mapping().host(from);
    int other = machine.mapping().host(step.peer);
    CostChannel channel =
        machine.platform().channel(one == other ? Platform.LOCAL : Platform.NETWORK);
    long bytes = (long) step.amount;
    if (one == other) {
      return channel.time(bytes, 1);
    }
    double movement = channel.time(bytes, 1) - channel.overhead(bytes);
    double begins = Math.max(now, links.getOrDefault(one + ">" + other, 0.0));
    links.put(one + ">" + other, begins + movement);
    return channel.overhead(bytes) + begins + movement - now;
  }
}
