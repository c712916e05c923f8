// SPDX-License-Identifier: Apache-2.0
package weft.random.objects;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import weft.random.objects.Plan.Act;
import weft.random.objects.Plan.Gift;
import weft.random.objects.Plan.Node;
import weft.random.objects.Plan.Phase;
import weft.random.objects.Plan.Place;
import weft.random.objects.Plan.Step;
import weft.random.objects.Plan.Thing;
import weft.random.objects.Plan.Way;

/// Runs a plan on paper: one thread, no ranks, no messages. It shares no code with Weft.
final class Model {
  private final Plan plan;

  /// By phase: of each object the messages that were sent to it until the phase's end, and the sum
  /// of what their keys determine.
  final List<long[]> counts = new ArrayList<>();

  final List<long[]> sums = new ArrayList<>();

  /// By phase: the words that were pushed into the channel until its end, and their sum.
  final List<long[]> pushed = new ArrayList<>();

  /// The results of all rounds.
  final List<Double> gridReals = new ArrayList<>();

  final List<Long> gridWholes = new ArrayList<>();
  final List<Double> fixedReals = new ArrayList<>();
  final List<Long> fixedWholes = new ArrayList<>();

  /// Of the elements of the fixed array with even indexes.
  final List<Long> evenWholes = new ArrayList<>();

  /// By phase: the rounds until its end.
  final List<Integer> gridRounds = new ArrayList<>();

  final List<Integer> fixedRounds = new ArrayList<>();
  private final long[] count;
  private final long[] sum;
  private final long[] push = new long[2];

  Model(Plan plan) {
    this.plan = plan;
    this.count = new long[plan.things.size()];
    this.sum = new long[count.length];
    for (Phase phase : plan.phases) {
      run(phase);
      counts.add(count.clone());
      sums.add(sum.clone());
      pushed.add(push.clone());
    }
  }

  private void run(Phase phase) {
    for (List<Step> script : phase.scripts) {
      for (Step step : script) {
        switch (step.task()) {
          case SEND, CALL -> send(java.util.Objects.requireNonNull(step.node()));
          case PUSH -> push(step.a());
          default -> {}
        }
      }
    }
    phase.results.values().forEach(this::send);
    reduce(phase);
  }

  private void push(int value) {
    push[0]++;
    push[1] += Numbers.mix(value);
  }

  private void send(Node node) {
    if (node.isBroadcast()) {
      Place place = plan.thing(node.to[0]).place;
      for (Thing thing : plan.things) {
        if (thing.place == place && thing.isSteady(node.phase)) {
          arrive(node, thing.id);
        }
      }
    } else {
      for (int to : node.to) {
        arrive(node, to);
      }
    }
  }

  private void arrive(Node node, int to) {
    count[to]++;
    if (!node.isNumbered()) {
      return;
    }
    sum[to] += Numbers.mix(node.key);
    if (node.way == Way.CALL) {
      count[to]++;
      sum[to] += node.throwing || node.fate == Plan.Fate.UNDELIVERED ? 1 : Numbers.answer(node.key);
    }
    for (Act act : node.acts) {
      act.before().forEach(this::send);
      act.after().forEach(this::send);
      act.third().forEach(this::send);
      if (act.doing() == Plan.Doing.PUSH) {
        push(act.a());
      }
      if (act.doing() == Plan.Doing.AGAIN) {
        count[to] += act.a();
        sum[to] += act.a() * Numbers.mix(to);
      }
    }
    node.children.forEach(this::send);
  }

  private void reduce(Phase phase) {
    List<Thing> inOrder =
        plan.things.stream().sorted(Comparator.comparingInt((Thing it) -> it.index)).toList();
    for (int i = 0; i < phase.gridRounds; i++) {
      int round = gridReals.size();
      boolean any = false;
      double real = 0;
      long whole = 0;
      for (Thing it : inOrder) {
        if (it.place == Place.GRID
            && it.fromRound <= round
            && round < it.toRound
            && it.isAlive(phase.number)) {
          int k = round - it.fromRound;
          real = any ? real + Numbers.real(it.id, k) : Numbers.real(it.id, k);
          whole = any ? Numbers.fold(whole, Numbers.whole(it.id, k)) : Numbers.whole(it.id, k);
          any = true;
          gifts(it.id, k);
        }
      }
      gridReals.add(real);
      gridWholes.add(whole);
    }
    for (int i = 0; i < phase.fixedRounds; i++) {
      int round = fixedReals.size();
      boolean any = false;
      double real = 0;
      long whole = 0;
      long even = 0;
      for (Thing it : inOrder) {
        if (it.place == Place.FIXED) {
          real = any ? real + Numbers.real(it.id, round) : Numbers.real(it.id, round);
          long value = Numbers.whole(it.id, round);
          whole = any ? Numbers.fold(whole, value) : value;
          if (it.index % 2 == 0) {
            even = any ? Numbers.fold(even, value) : value; // index 0 is the first
          }
          any = true;
        }
      }
      fixedReals.add(real);
      fixedWholes.add(whole);
      evenWholes.add(even);
    }
    gridRounds.add(gridReals.size());
    fixedRounds.add(fixedReals.size());
  }

  private void gifts(int thing, int k) {
    Gift gift = plan.gifts.get(1000L * thing + k);
    if (gift != null) {
      gift.then.forEach(this::send);
    }
  }

  /// The digest of the whole run.
  long digest() {
    long digest = 0;
    for (int i = 0; i < count.length; i++) {
      digest += part(i, count[i], sum[i]);
    }
    return digest
        + results(gridReals, gridWholes)
        + results(fixedReals, fixedWholes)
        + results(fixedReals, evenWholes);
  }

  /// What one object adds to the digest.
  static long part(int thing, long count, long sum) {
    return Numbers.mix(thing + 13 * count + 1_000_003 * sum);
  }

  /// What results of reductions add to the digest.
  static long results(List<Double> reals, List<Long> wholes) {
    long sum = 0;
    for (int i = 0; i < reals.size(); i++) {
      sum = 31 * sum + Double.doubleToRawLongBits(reals.get(i)) + 17 * wholes.get(i);
    }
    return sum;
  }
}
