// SPDX-License-Identifier: Apache-2.0
package weft.calibrate.rank;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import weft.Weft;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;
import weft.collective.schedule.Choices;
import weft.model.measured.Subject;

/// A rank of a job that measures. All ranks take the same slices in the same order, a new random
/// one in each round. Rank 0 prints a line for each slice:
///
/// ```
/// slice SUBJECT ROUND NANOS BEFORE AFTER
/// ```
///
/// `SUBJECT` is the number of the subject among the arguments, `NANOS` the time of each call at the
/// slowest rank. `BEFORE` and `AFTER` are nanoseconds of a barrier before and after the slice, from
/// which the distance of the processors is seen.
public final class CalibrationRank {
  /// The first word of lines that this program prints.
  public static final String SLICE = "slice";

  /// Printed after each round, with its number.
  public static final String ROUND = "round";

  /// Arguments before the subjects: seed, rounds, milliseconds of a slice, milliseconds to warm up,
  /// rounds to warm up, barriers before and after a slice.
  private static final int SETTINGS = 6;

  /// The part of the warm-up that the compilers may take at its end.
  private static final double QUIET = 0.05;

  private static final long MOST_WARM_UPS = 4;
  private static final double FIRST_NANOS = 20_000;

  private final World world;
  private final Group group;
  private final Group reversed;
  private final Choices usual;
  private final List<Subject> subjects = new ArrayList<>();
  private final Map<Integer, Timed> timed = new HashMap<>();
  private final Messages messages;
  private final Computations computations = new Computations();
  private final Buffers arrays;
  private final Buffers segments;

  /// By subject: the nanoseconds that each call took with all that belongs to it.
  private final double[] turns;

  private final long[] settings = new long[SETTINGS];

  private CalibrationRank(World world, Group group, Messages messages) {
    this.world = world;
    this.usual = world.sharesMemory() ? Choices.builtIn() : Choices.apart();
    this.group = group;
    this.reversed = group.split(0, -world.rank());
    this.messages = messages;
    for (int i = 0; i < SETTINGS; i++) {
      settings[i] = Long.parseLong(world.args().get(i));
    }
    for (String word : world.args().subList(SETTINGS, world.args().size())) {
      subjects.add(Subject.parse(word.replace(',', ' ')));
    }
    this.arrays = new Buffers(world, false, room(false));
    this.segments = new Buffers(world, true, room(true));
    this.turns = new double[subjects.size()];
    java.util.Arrays.fill(turns, FIRST_NANOS);
  }

  /// The doubles of the largest data in one kind of memory.
  private int room(boolean isRegistered) {
    return subjects.stream()
        .filter(it -> it.isCollective() && it.isRegistered() == isRegistered)
        .mapToInt(TimedCollective::room)
        .max()
        .orElse(1);
  }

  /// Runs the program on each rank.
  public static void main(String[] args) {
    Weft.launch(
        args,
        world -> {
          Group group = Group.world(world);
          var messages = new Messages(world);
          world.start();
          new CalibrationRank(world, group, messages).run();
        });
  }

  /// The words of a job's arguments.
  public static List<String> arguments(
      long seed, SliceEffort effort, int probes, List<Subject> subjects) {
    List<String> words = new ArrayList<>();
    words.add(Long.toString(seed));
    words.add(Integer.toString(effort.rounds()));
    words.add(Integer.toString(effort.sliceMillis()));
    words.add(Integer.toString(effort.warmMillis()));
    words.add(Integer.toString(effort.warmRounds()));
    words.add(Integer.toString(probes));
    subjects.forEach(subject -> words.add(subject.toString().replace(' ', ',')));
    return words;
  }

  private void run() {
    Random random = new Random(settings[0]);
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < subjects.size(); i++) {
      order.add(i);
    }
    warmUp(order, random);
    for (int round = 0; round < settings[1]; round++) {
      Collections.shuffle(order, random);
      var lines = new StringBuilder();
      for (int i : order) {
        double before = probe();
        double nanos = slice(i, settings[2] * 1e6);
        lines.append(
            "%s %d %d %.2f %.1f %.1f%n".formatted(SLICE, i, round, nanos, before, probe()));
      }
      if (world.rank() == 0) {
        System.out.print(lines);
        System.out.println(ROUND + " " + round);
        System.out.flush();
      }
    }
    if (Double.isNaN(computations.sink() + arrays.sum() + segments.sum())) {
      throw new IllegalStateException("a computation gave no number");
    }
  }

  /// Rounds that do not count, until their time is over and the compilers are nearly idle.
  private void warmUp(List<Integer> order, Random random) {
    double least = settings[3] * 1e6;
    long began = System.nanoTime();
    long compiled = compiled();
    long since = began;
    for (int round = 0; ; round++) {
      Collections.shuffle(order, random);
      for (int i : order) {
        slice(i, Math.min(settings[2], 2) * 1e6);
      }
      long now = System.nanoTime();
      double share = 1e6 * (compiled() - compiled) / Math.max(1, now - since);
      compiled = compiled();
      since = now;
      boolean isOver =
          round + 1 >= settings[4]
              && now - began > least
              && (share < QUIET || now - began > MOST_WARM_UPS * least);
      if (group.allreduce(isOver ? 1 : 0, Operator.MIN) == 1) {
        return;
      }
    }
  }

  private static long compiled() {
    CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
    return compilers == null ? 0 : compilers.getTotalCompilationTime();
  }

  /// The nanoseconds of a barrier; 0 if they do not matter.
  private double probe() {
    if (settings[5] == 0) {
      return 0;
    }
    group.using(usual);
    group.barrier();
    long began = System.nanoTime();
    for (long i = 0; i < settings[5]; i++) {
      group.barrier();
    }
    return (System.nanoTime() - began) / (double) settings[5];
  }

  /// Measures a subject for about so long; returns the nanoseconds of each call.
  private double slice(int i, double nanos) {
    Timed work = timed.computeIfAbsent(i, it -> of(subjects.get(it)));
    long count = Math.clamp((long) (nanos / Math.max(1, turns[i])), 2, 100_000);
    count += count & 1; // Buffers and roots take turns.
    long began = System.nanoTime();
    double each = work.nanos(count) / (double) count;
    double whole = (System.nanoTime() - began) / (double) count;
    group.using(usual);
    // What counts may be a small part of what it takes, such as a message of the way there and
    // back.
    turns[i] = Math.max(group.allreduce(whole, Operator.MAX), 10);
    return group.allreduce(each, Operator.MAX);
  }

  private Timed of(Subject subject) {
    long bytes = subject.bytes();
    return switch (subject.what()) {
      case Subject.MESSAGE -> messages.message(subject);
      case Subject.ONE_TO_TWO -> messages.oneToTwo(subject);
      case Subject.RING -> messages.ring(bytes);
      case Subject.TRAIN -> messages.train(bytes);
      case Subject.SENDING -> messages.sending(bytes);
      case Subject.COPY -> computations.copy(bytes);
      case Subject.PRODUCT -> computations.product(bytes);
      case Subject.STENCIL -> computations.stencil(bytes);
      default ->
          new TimedCollective(
              group, reversed, subject, usual, subject.isRegistered() ? segments : arrays);
    };
  }
}
