// SPDX-License-Identifier: Apache-2.0
package weft.random.channels;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import weft.World;
import weft.codec.Codecs;
import weft.collective.Group;
import weft.collective.Operator;
import weft.overlap.Channel;
import weft.overlap.OverlapLoop;
import weft.overlap.Policy;
import weft.overlap.StepRecords;
import weft.overlap.Tuner;
import weft.random.SeedsProgram.Tally;
import weft.random.channels.Plan.Node;
import weft.random.channels.Plan.Steps;
import weft.random.channels.Plan.Way;

/// Plays the overlap loop of a program on one rank. No barrier keeps ranks in the same step.
final class LoopPlayer {
  /// One record of a step: its slots, and its number among those of the same slots.
  private record Sent(int from, int to, int index) {}

  private final World world;
  private final Plan plan;
  private final Steps steps;
  private final Tally tally;
  private final Player player;
  private final OverlapLoop loop;
  private final Wire[] wires = new Wire[2];

  /// For both channels, what goes to each rank in a step, and what comes from each, in order.
  private final List<List<List<Sent>>> out = new ArrayList<>();

  private final List<List<List<Sent>>> in = new ArrayList<>();

  private final List<Integer> slots = new ArrayList<>();
  private int step = -1;

  /// The tuner from which the current one was loaded. It must stay like that.
  private @Nullable Tuner twin;

  LoopPlayer(World world, Plan plan, String prefix, Tally tally, Player player) {
    this.world = world;
    this.plan = plan;
    this.steps = plan.steps;
    this.tally = tally;
    this.player = player;
    this.loop = OverlapLoop.of(world);
    for (int slot = 0; slot < Plan.SLOTS; slot++) {
      if (player.isMine(slot)) {
        slots.add(slot);
      }
    }
    for (int channel = 0; channel < 2; channel++) {
      wires[channel] = wire(channel, steps.ways()[channel], prefix + "loop " + channel);
      out.add(new ArrayList<>());
      in.add(new ArrayList<>());
      for (int rank = 0; rank < world.size(); rank++) {
        out.get(channel).add(list(channel, world.rank(), rank));
        in.get(channel).add(list(channel, rank, world.rank()));
      }
    }
  }

  private List<Sent> list(int channel, int source, int target) {
    var list = new ArrayList<Sent>();
    for (int from = 0; from < Plan.SLOTS; from++) {
      for (int to = 0; to < Plan.SLOTS; to++) {
        int count = steps.counts()[channel][from][to];
        for (int i = 0;
            player.rank(from) == source && player.rank(to) == target && i < count;
            i++) {
          list.add(new Sent(from, to, i));
        }
      }
    }
    return list;
  }

  private Wire wire(int channel, Way way, String name) {
    int size = world.size();
    Wire.Receiver to =
        (source, tag, check, payload) -> receive(channel, source, tag, check, payload);
    return switch (way) {
      case WORDS -> Wire.words(size, to, it -> loop.words(name, it));
      case PAIRS -> Wire.pairs(size, to, it -> loop.pairs(name, it));
      case OBJECTS ->
          Wire.objects(size, to, it -> loop.objects(name, Codecs.record(Wire.Item.class), it));
      default -> Wire.vectors(size, to, it -> loop.vectors(name, it));
    };
  }

  private Policy policy() {
    if (steps.everyPass()) {
      return Policy.EVERY_PASS;
    }
    return (plan.seed & 8) == 0 ? Policy.IN_ROUNDS : Policy.WHEN_IDLE;
  }

  void run(Group all) {
    var perSource = new int[world.size()];
    for (int channel = 0; channel < 2; channel++) {
      List<List<Sent>> lists = in.get(channel);
      for (int source = 0; source < perSource.length; source++) {
        perSource[source] += lists.get(source).size();
      }
      Channel it = wires[channel].channel();
      if (it != null) {
        it.bufferBytes(Math.clamp(64L << (plan.seed & 7), 64, world.frameBytes()));
        loop.send(it, records(channel));
      }
    }
    Tuner tuner = Tuners.of(steps.tuner());
    boolean together = steps.tuner() % 2 == 0;
    loop.expect(perSource)
        .compute(steps.computations() * slots.size(), this::compute)
        .policy(policy())
        .drain(steps.drains());
    var random = new Random(plan.seed * 31 + world.rank());
    for (step = 0; step < steps.steps(); step++) {
      if (step % 4 == 3) {
        tuner = reload(tuner);
      }
      run(tuner, together);
      if (together) {
        together(all, tuner);
      } else {
        stepTwin(loop.last().seconds(), true, tuner);
      }
      if (random.nextInt(4) == 0) {
        LockSupport.parkNanos(random.nextInt(200_000));
      }
    }
    tally.reached(Features.tuner(steps.tuner()), steps.steps());
    tally.reached(together ? "steps tuned together" : "steps tuned alone", steps.steps());
  }

  private void run(Tuner tuner, boolean together) {
    for (Wire wire : wires) {
      Arrays.fill(wire.got, 0);
    }
    if (together) {
      loop.tuneTogether(tuner);
    } else {
      loop.tune(tuner);
    }
    loop.run();
    tally.progress();
    tally.reached(Features.LATER, loop.last().early());
    tally.reached(Features.OVERLAPPED, loop.last().overlapped());
    for (int channel = 0; channel < 2; channel++) {
      for (int source = 0; source < world.size(); source++) {
        int due = in.get(channel).get(source).size();
        long got = wires[channel].got[source];
        Violation.unless(
            got == due,
            "step %d ended with %d records of channel %d from rank %d, not %d",
            step,
            got,
            channel,
            source,
            due);
      }
    }
  }

  private void together(Group all, Tuner tuner) {
    double cost = all.allreduce(loop.last().seconds(), Operator.MAX);
    tuner.step(cost);
    stepTwin(cost, false, tuner);
    double value = tuner.value();
    double most = all.allreduce(value, Operator.MAX);
    Violation.unless(value == most, "the tuner's value is %s here, and %s elsewhere", value, most);
  }

  private void stepTwin(double cost, boolean observes, Tuner tuner) {
    Tuner twin = this.twin;
    if (twin != null) {
      if (observes) {
        twin.observe(loop.last());
      }
      twin.step(cost);
      Violation.unless(
          twin.value() == tuner.value() && twin.bufferBytes() == tuner.bufferBytes(),
          "the loaded tuner is %s, and the saved one %s",
          tuner.save(),
          twin.save());
    }
  }

  private Tuner reload(Tuner tuner) {
    Tuner loaded = Tuner.load(tuner.save());
    Violation.unless(
        loaded.value() == tuner.value()
            && loaded.bufferBytes() == tuner.bufferBytes()
            && loaded.save().equals(tuner.save()),
        "%s was loaded as %s",
        tuner.save(),
        loaded.save());
    tally.reached(Features.SAVED, 1);
    twin = tuner;
    return loaded;
  }

  private void compute(int index) {
    int slot = slots.get(index / steps.computations());
    player.digest += Model.computed(slot, step, index % steps.computations());
  }

  private StepRecords records(int channel) {
    Wire wire = wires[channel];
    return new StepRecords() {
      @Override
      public int count(int target) {
        return out.get(channel).get(target).size();
      }

      @Override
      public boolean tryPush(int target, int index) {
        Sent sent = out.get(channel).get(target).get(index);
        long key = Steps.key(channel, step, sent.from(), sent.to(), sent.index());
        boolean pushed = wire.tryPush(target, key, plan.seed + key, payload(key));
        wire.next[target] += pushed ? 1 : 0;
        tally.reached(Features.REFUSED_LOOP, pushed ? 0 : 1);
        return pushed;
      }
    };
  }

  private byte[] payload(long key) {
    long random = Plan.mix(plan.seed ^ key);
    var bytes = new byte[(int) (random & 7) == 0 ? 300 : (int) (random >> 8 & 63)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = Plan.at(key, i);
    }
    return bytes;
  }

  private void receive(int channel, int source, long key, long check, byte @Nullable [] payload) {
    player.enter();
    int position = (int) wires[channel].got[source]++;
    List<Sent> list = in.get(channel).get(source);
    Violation.unless(
        position < list.size(), "rank %d sends more than %d records", source, list.size());
    Sent due = list.get(position);
    long expected = Steps.key(channel, step, due.from(), due.to(), due.index());
    Violation.unless(
        key == expected,
        "record %d comes from rank %d in step %d where %d is due",
        key,
        source,
        step,
        expected);
    Violation.unless(check == 0 || check == plan.seed + key, "record %d has check %d", key, check);
    Violation.unless(
        payload == null || Arrays.equals(payload, payload(key)),
        "the payload of record %d is wrong",
        key);
    player.digest += Plan.mix(plan.seed + key);
    Node pushed = steps.pushes().get(key);
    if (pushed != null) {
      player.push(pushed);
      tally.reached(Features.PUSH_BY_LOOP, 1);
    }
    player.leave();
  }
}
