// SPDX-License-Identifier: Apache-2.0
package weft.model.sheet;

import java.util.Arrays;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import weft.collective.schedule.Algorithms;
import weft.collective.schedule.EngineLimits;
import weft.collective.schedule.Matching;
import weft.collective.schedule.Region;
import weft.collective.schedule.Schedule;
import weft.collective.schedule.Shape;
import weft.collective.schedule.StepRules;
import weft.model.ModelException;

/// What each step of an operation consists of, by the rules that the engine follows.
///
/// - A send is a message. It carries its bytes up to the eager limit. Else it announces them.
/// - A receive takes a message. It pulls bytes that stayed at the sender and cannot be read there.
/// - A copy is one movement, from this rank's memory or another's. It is none if the bytes were
///   pulled to its destination.
/// - A copy and the reduction after it are one pass ([StepRules#isOnePass]).
/// - A fold is one pass over its operands and targets.
/// - A block is released at the next receive, target, fresh stage or drain, or at the end. If it
///   was in another rank's memory, a message acknowledges it.
public final class CostSheet {
  /// The schedules may have this many steps, or the operation is refused.
  public static final int MOST_STEPS = 6_000_000;

  private static final byte UNKNOWN = -1;
  private static final DeliveryWay[] WAYS = DeliveryWay.values();

  private final Shape[] memories;
  private final Schedule[] schedules;
  private final Matching matching;
  private final EngineLimits limits;
  private final byte[] ways;
  private final Shape first = new Shape();

  private CostSheet(Schedule[] schedules, Shape[] memories, EngineLimits limits) {
    this.schedules = schedules;
    this.memories = memories;
    this.limits = limits;
    this.matching = Matching.of(schedules);
    this.ways = new byte[matching.steps()];
    this.first.copy(memories[0]);
    Arrays.fill(ways, UNKNOWN);
    for (int rank = 0; rank < schedules.length; rank++) {
      findWays(rank);
    }
  }

  /// The sheet of `entry` for the shapes that `shapes` gives for each rank from 0. The function may
  /// return the same object each time, with new contents.
  ///
  /// @throws ModelException if there are too many steps, or receives without sends
  public static CostSheet of(
      Algorithms.Entry entry, IntFunction<Shape> shapes, EngineLimits limits) {
    int size = shapes.apply(0).size();
    Schedule[] schedules = new Schedule[size];
    Shape[] memories = new Shape[size];
    long steps = 0;
    for (int rank = 0; rank < size; rank++) {
      Shape shape = shapes.apply(rank);
      memories[rank] = new Shape();
      memories[rank].copy(shape);
      schedules[rank] = new Schedule();
      entry.write(shape, schedules[rank]);
      steps += schedules[rank].length();
      if (steps > MOST_STEPS) {
        throw new ModelException(
            ("%s of %d ranks by the algorithm %s has over %d million steps, and its ranks do not all"
                    + " do the same; ask about fewer ranks, or larger chunks")
                .formatted(shape.collective(), size, entry.name(), MOST_STEPS / 1_000_000));
      }
    }
    var sheet = new CostSheet(schedules, memories, limits);
    if (!sheet.matching.isComplete()) {
      throw new ModelException(
          "the algorithm %s has receives without sends for %d ranks".formatted(entry.name(), size));
    }
    return sheet;
  }

  /// The step of `rank` before `step` that received the present block, or −1.
  static int receiveBefore(Schedule schedule, int step) {
    int at = step;
    while (--at >= 0) {
      if (schedule.kind(at) == Schedule.RECEIVE) {
        return at;
      }
    }
    return -1;
  }

  private void findWays(int rank) {
    Schedule schedule = schedules[rank];
    for (int step = 0; step < schedule.length(); step++) {
      byte kind = schedule.kind(step);
      if (kind == Schedule.SEND) {
        find(rank, step);
      } else if (kind == Schedule.OFFER) {
        ways[matching.first(rank) + step] = (byte) DeliveryWay.PLACE.ordinal();
      }
    }
  }

  /// Follows a block that is forwarded to the rank where it comes from, and back.
  private void find(int rank, int step) {
    int[] path = new int[16];
    int length = 0;
    int at = matching.first(rank) + step;
    int of = rank;
    byte way = ways[at];
    while (way == UNKNOWN) {
      DeliveryWay known = ownWay(of, at - matching.first(of));
      if (length == path.length) {
        path = Arrays.copyOf(path, 2 * length);
      }
      path[length++] = at;
      if (known != null) {
        way = (byte) known.ordinal();
        break;
      }
      int receive = receiveBefore(schedules[of], at - matching.first(of));
      at = matching.partner(matching.first(of) + receive);
      if (at < 0) {
        return; // The sheet is refused, because a receive has no send.
      }
      of = schedules[of].peer(receive);
      way = ways[at];
    }
    while (length > 0) {
      ways[path[--length]] = way;
    }
  }

  /// The way of a send, or null if it is that of the block which it forwards.
  private @Nullable DeliveryWay ownWay(int rank, int step) {
    return ownWay(schedules[rank], step, memories[rank], limits);
  }

  static @Nullable DeliveryWay ownWay(
      Schedule schedule, int step, Shape shape, EngineLimits limits) {
    long bytes = schedule.bytes(step);
    if (bytes == 0) {
      return DeliveryWay.EMPTY;
    }
    if (bytes <= Math.min(limits.eager(), shape.eager())) {
      return DeliveryWay.EAGER;
    }
    if (!limits.share()) {
      return DeliveryWay.KEPT;
    }
    long from = schedule.from(step);
    long region = Region.of(from);
    if (region == Region.BLOCK) {
      return null;
    }
    boolean isThere =
        Region.stageOf(from) >= 0
            || (region == Region.IN && shape.inShared())
            || (region == Region.OUT && shape.outShared());
    return isThere ? DeliveryWay.PLACE : DeliveryWay.KEPT;
  }

  /// The number of ranks.
  public int size() {
    return schedules.length;
  }

  /// The steps of a rank.
  public Schedule schedule(int rank) {
    return schedules[rank];
  }

  /// Which send each receive takes.
  public Matching matching() {
    return matching;
  }

  /// The limits that the ways follow.
  public EngineLimits limits() {
    return limits;
  }

  /// The shape of rank 0.
  public Shape shape() {
    return first;
  }

  /// The chunks that a rank may have in use.
  int chunks() {
    return first.chunks();
  }

  /// How the bytes of a send travel, by the index of its step ([Matching]).
  public DeliveryWay way(int send) {
    return WAYS[ways[send]];
  }

  /// How the bytes of a receive of `rank` arrive.
  public DeliveryWay arrival(int rank, int step) {
    return way(matching.partner(matching.first(rank) + step));
  }

  /// What all ranks do.
  public SheetCounts counts() {
    SheetCounts all = SheetCounts.NONE;
    for (int rank = 0; rank < schedules.length; rank++) {
      all = all.plus(counts(rank));
    }
    return all;
  }

  /// What one rank does.
  public SheetCounts counts(int rank) {
    Schedule schedule = schedules[rank];
    long messages = 0;
    long carried = 0;
    long pulls = 0;
    long pulled = 0;
    long inPlace = 0;
    long acknowledgements = 0;
    var operands = new OpenBlocks();
    for (int step = 0; step < schedule.length(); step++) {
      long bytes = schedule.bytes(step);
      switch (schedule.kind(step)) {
        case Schedule.SEND -> {
          messages++;
          carried += way(matching.first(rank) + step) == DeliveryWay.EAGER ? bytes : 0;
        }
        case Schedule.OFFER -> messages++;
        case Schedule.TARGET -> {
          inPlace += bytes;
          operands.target(schedule.peer(step));
        }
        case Schedule.RECEIVE -> {
          DeliveryWay way = arrival(rank, step);
          boolean isKept =
              step + 1 < schedule.length() && schedule.kind(step + 1) == Schedule.OPERAND;
          if (way == DeliveryWay.KEPT) {
            pulls += (bytes + limits.piece() - 1) / limits.piece();
            pulled += bytes;
          } else if (way == DeliveryWay.PLACE) {
            inPlace += bytes;
            acknowledgements += isKept ? 0 : 1;
          }
          if (isKept) {
            operands.operand(schedule.peer(step), way == DeliveryWay.PLACE);
          }
        }
        case Schedule.FOLD -> acknowledgements += operands.release();
        default -> {}
      }
    }
    return new SheetCounts(messages, carried, pulls, pulled, inPlace, acknowledgements);
  }

  /// The blocks that a fold holds. One message acknowledges an operand and a target of one rank, if
  /// there are as many of one as of the other and both are at that rank.
  private static final class OpenBlocks {
    private int operands;
    private int targets;
    private int placed;
    private int both;
    private int[] peers = new int[8];
    private boolean[] isPlaced = new boolean[8];

    void operand(int peer, boolean isInPlace) {
      if (operands == peers.length) {
        peers = Arrays.copyOf(peers, 2 * operands);
        isPlaced = Arrays.copyOf(isPlaced, 2 * operands);
      }
      peers[operands] = peer;
      isPlaced[operands++] = isInPlace;
      placed += isInPlace ? 1 : 0;
    }

    void target(int peer) {
      both += targets < operands && peers[targets] == peer && isPlaced[targets] ? 1 : 0;
      targets++;
    }

    int release() {
      int messages = placed + targets - (operands == targets ? both : 0);
      operands = 0;
      targets = 0;
      placed = 0;
      both = 0;
      return messages;
    }
  }

  /// Whether the copy in step `at` is not carried out, because the block was pulled to its
  /// destination.
  static boolean isPulledThere(Schedule schedule, int at, @Nullable DeliveryWay arrived) {
    return arrived == DeliveryWay.KEPT
        && at > 0
        && schedule.kind(at - 1) == Schedule.RECEIVE
        && StepRules.isOnlyCopied(schedule, at - 1, schedule.bytes(at - 1));
  }
}
