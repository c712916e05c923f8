// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

import java.util.Locale;
import java.util.function.IntFunction;

/// The schedules of all ranks of one operation as text, and their cost.
public final class Explanation {
  /// The cost of all ranks together.
  ///
  /// @param messages the messages that bring data or signals, without announcements and answers
  /// @param bytes the bytes in them
  /// @param copied the bytes copied within ranks
  /// @param combined the bytes combined
  /// @param staged the bytes of chunks of stages
  /// @param chain the longest chain of dependent messages
  public record Totals(
      long messages, long bytes, long copied, long combined, long staged, int chain) {}

  private final Algorithms.Entry entry;
  private final Shape first;
  private final Schedule[] schedules;
  private final Matching matching;

  /// By rank and step: the longest chain of messages before it.
  private final int[][] chain;

  private boolean isComplete;

  private Explanation(Algorithms.Entry entry, Shape first, Schedule[] schedules) {
    this.entry = entry;
    this.first = first;
    this.schedules = schedules;
    this.matching = Matching.of(schedules);
    this.chain = new int[schedules.length][];
    for (int rank = 0; rank < schedules.length; rank++) {
      chain[rank] = new int[schedules[rank].length()];
    }
    execute();
  }

  /// Explains `entry` for the shapes that `shapes` gives for each rank from 0. The function may
  /// return the same object each time, with new contents.
  public static Explanation of(Algorithms.Entry entry, IntFunction<Shape> shapes) {
    Shape first = new Shape();
    first.copy(shapes.apply(0));
    Schedule[] schedules = new Schedule[first.size()];
    for (int rank = 0; rank < schedules.length; rank++) {
      schedules[rank] = new Schedule();
      entry.write(shapes.apply(rank), schedules[rank]);
    }
    return new Explanation(entry, first, schedules);
  }

  /// Executes all schedules without data. A rank that waits for a send is continued by it, so the
  /// time is in proportion to the steps.
  private void execute() {
    int size = schedules.length;
    int[] at = new int[size];
    int[] depth = new int[size];
    int[] ready = new int[size];
    boolean[] waits = new boolean[size];
    int count = 0;
    for (int rank = size - 1; rank >= 0; rank--) {
      ready[count++] = rank;
    }
    while (count > 0) {
      int rank = ready[--count];
      waits[rank] = false;
      Schedule schedule = schedules[rank];
      for (; at[rank] < schedule.length(); at[rank]++) {
        int step = at[rank];
        byte kind = schedule.kind(step);
        if (Matching.isReceive(kind)) {
          int send = matching.partner(matching.first(rank) + step);
          int peer = schedule.peer(step);
          int other = send - matching.first(peer);
          if (send < 0 || other >= at[peer]) {
            waits[rank] = true;
            break;
          }
          depth[rank] = Math.max(depth[rank], chain[peer][other] + 1);
        }
        chain[rank][step] = depth[rank];
        if (Matching.isSend(kind) && waits[schedule.peer(step)]) {
          waits[schedule.peer(step)] = false;
          ready[count++] = schedule.peer(step);
        }
      }
    }
    isComplete = true;
    for (int rank = 0; rank < size; rank++) {
      isComplete &= at[rank] == schedules[rank].length();
    }
  }

  /// The rank's step that sends what `step` receives, or −1.
  private int sender(int rank, int step) {
    int send = matching.partner(matching.first(rank) + step);
    return send < 0 ? -1 : send - matching.first(schedules[rank].peer(step));
  }

  /// Whether every receive has its send.
  public boolean isComplete() {
    return isComplete;
  }

  /// The cost of all ranks together.
  public Totals totals() {
    long messages = 0;
    long bytes = 0;
    long copied = 0;
    long combined = 0;
    long staged = 0;
    int longest = 0;
    for (int rank = 0; rank < schedules.length; rank++) {
      Schedule schedule = schedules[rank];
      for (int step = 0; step < schedule.length(); step++) {
        long length = schedule.bytes(step);
        longest = Math.max(longest, chain[rank][step]);
        switch (schedule.kind(step)) {
          case Schedule.SEND, Schedule.TARGET -> {
            messages++;
            bytes += length;
          }
          case Schedule.COPY -> copied += length;
          case Schedule.REDUCE, Schedule.REDUCE_LEFT, Schedule.OPERAND -> combined += length;
          case Schedule.FRESH -> staged += length;
          default -> {}
        }
      }
    }
    return new Totals(messages, bytes, copied, combined, staged, longest);
  }

  /// Adds a remark to each step, such as its predicted time.
  @FunctionalInterface
  public interface Remarks {
    /// A remark that is printed before the action of a step, or nothing.
    String of(int rank, int step);
  }

  /// All steps as lines: the rank, the step, its action, and the length of the chain of messages
  /// before it. `operator` is the name of the operator.
  public String text(String operator) {
    return text(operator, (rank, step) -> "");
  }

  /// All steps as lines, each with a remark.
  public String text(String operator, Remarks remarks) {
    StringBuilder text = new StringBuilder();
    text.append(
        "%s, algorithm %s, %d ranks%s, %d bytes, elements of %d, chunks of %d, %d in use%n"
            .formatted(
                first.collective().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                entry.name(),
                first.size(),
                first.collective().hasRoot() ? ", root " + first.root() : "",
                first.bytes(),
                first.element(),
                first.chunk(),
                first.chunks()));
    for (int rank = 0; rank < schedules.length; rank++) {
      Schedule schedule = schedules[rank];
      for (int step = 0; step < schedule.length(); step++) {
        text.append(
            "rank %-3d step %-4d after %-3d %s%s%n"
                .formatted(
                    rank,
                    step,
                    chain[rank][step],
                    remarks.of(rank, step),
                    line(rank, step, operator)));
      }
    }
    Totals totals = totals();
    text.append(
        "%d messages of %d bytes, %d bytes copied, %d combined, %d in stages, longest chain %d messages%n"
            .formatted(
                totals.messages(),
                totals.bytes(),
                totals.copied(),
                totals.combined(),
                totals.staged(),
                totals.chain()));
    if (!isComplete) {
      text.append("a receive waits for a send that does not exist").append(System.lineSeparator());
    }
    return text.toString();
  }

  private String line(int rank, int step, String operator) {
    Schedule schedule = schedules[rank];
    String to = Region.describe(schedule.to(step));
    String from = Region.describe(schedule.from(step));
    long bytes = schedule.bytes(step);
    int peer = schedule.peer(step);
    return switch (schedule.kind(step)) {
      case Schedule.ENTER -> "enter: waits for this rank's own call";
      case Schedule.SEND -> "send to %d: %d bytes of %s".formatted(peer, bytes, from);
      case Schedule.RECEIVE ->
          sender(rank, step) < 0
              ? "receive from %d: %d bytes, which are never sent".formatted(peer, bytes)
              : "receive from %d: %d bytes, waits for its step %d"
                  .formatted(peer, bytes, sender(rank, step));
      case Schedule.COPY -> "copy: %s = %s, %d bytes".formatted(to, from, bytes);
      case Schedule.REDUCE ->
          "reduce: %s = %s %s %s, %d bytes".formatted(to, to, operator, from, bytes);
      case Schedule.REDUCE_LEFT ->
          "reduce: %s = %s %s %s, %d bytes".formatted(to, from, operator, to, bytes);
      case Schedule.FRESH -> "fresh: %d bytes for %s, waits for a free chunk".formatted(bytes, to);
      case Schedule.DRAIN -> "drain: waits until no rank reads IN and OUT, or writes to an offer";
      case Schedule.OFFER -> "offer to %d: %d bytes of %s".formatted(peer, bytes, to);
      case Schedule.TARGET ->
          sender(rank, step) < 0
              ? "target at %d: %d bytes, which are never offered".formatted(peer, bytes)
              : "target at %d: %d bytes, waits for its step %d"
                  .formatted(peer, bytes, sender(rank, step));
      case Schedule.OPERAND -> "operand of %d: %d bytes".formatted(peer, bytes);
      case Schedule.FOLD ->
          "fold: %s = operands %s %s, %d bytes"
              .formatted(places(schedule, step), operator, from, bytes);
      default -> throw new IllegalStateException("a step of kind " + schedule.kind(step));
    };
  }

  /// The places that a fold writes.
  private static String places(Schedule schedule, int fold) {
    String to = Region.describe(schedule.to(fold));
    if (schedule.to(fold) == Region.NOWHERE) {
      return "targets";
    }
    return schedule.kind(fold - 1) == Schedule.TARGET ? to + " and targets" : to;
  }
}
