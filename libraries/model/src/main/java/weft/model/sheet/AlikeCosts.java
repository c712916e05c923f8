// SPDX-License-Identifier: Apache-2.0
package weft.model.sheet;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import weft.model.CostChannel;
import weft.model.Mapping;
import weft.model.Platform;
import weft.model.TauLopCost.CostTerm;

/// The costs of a rank that does what all others do at the same time: as many movements at once as
/// ranks of its host. Where some ranks have the peer on their host and some do not, the slower of
/// both counts, because ranks wait for each other.
final class AlikeCosts implements Overheads, Movements {
  private final Platform platform;
  private final Mapping mapping;
  private final CollectiveQuestion question;
  private final int[] ranks;
  private final int each;
  private final boolean isInOrder;

  /// By distance: how many ranks of a host have that peer on it; −1 if not counted yet.
  private final int[] locals;

  private final EventQueue ends = new EventQueue();

  /// By priced rank: what its movement costs.
  private final CostTerm[] moving;

  private int ended;

  private AlikeCosts(Platform platform, CollectiveQuestion question, PricedRanks steps) {
    this.platform = platform;
    this.mapping = question.mapping();
    this.question = question;
    this.ranks = steps.ranks();
    this.each = mapping.ranksOn(0);
    this.isInOrder = steps.isInOrder();
    this.moving = new CostTerm[ranks.length];
    this.locals = new int[mapping.ranks()];
    Arrays.fill(locals, -1);
  }

  /// The costs, or null if hosts have different numbers of ranks.
  static @Nullable AlikeCosts of(
      Platform platform, CollectiveQuestion question, PricedRanks steps) {
    Mapping mapping = question.mapping();
    for (int host = 1; host < mapping.hosts(); host++) {
      if (mapping.ranksOn(host) != mapping.ranksOn(0)) {
        return null;
      }
    }
    return new AlikeCosts(platform, question, steps);
  }

  private boolean isRoot(int rank) {
    return ranks.length == 2 && rank == ranks[0];
  }

  /// The movements within the host of `one` when all ranks that do the same move at once. The root
  /// does something else than they.
  private int local(int one, int other) {
    if (one == other) {
      return each;
    }
    if (isRoot(one) || isRoot(other)) {
      return mapping.host(one) == mapping.host(other) ? 1 : 0;
    }
    int distance = Math.floorMod(other - one, mapping.ranks());
    if (locals[distance] < 0) {
      int count = 0;
      for (int rank = 0; rank < mapping.ranks(); rank++) {
        boolean isHere = mapping.host(rank) == 0;
        count += isHere && mapping.host((rank + distance) % mapping.ranks()) == 0 ? 1 : 0;
      }
      locals[distance] = count;
    }
    return locals[distance];
  }

  private int remote(int one, int other) {
    if (one == other) {
      return 0;
    }
    return isRoot(one) || isRoot(other) ? 1 - local(one, other) : each - local(one, other);
  }

  @Override
  public double overhead(int rank, int peer, long bytes) {
    return slower(rank, peer, channel -> channel.step(bytes));
  }

  @Override
  public double busy(int rank, int peer, long bytes) {
    return slower(rank, peer, channel -> channel.busy(bytes));
  }

  @Override
  public int channel(int rank, int peer, long bytes) {
    int me = ranks[rank];
    boolean isBoth = local(me, peer) > 0 && remote(me, peer) > 0;
    boolean isFar =
        isBoth
            ? platform.channel(Platform.NETWORK).step(bytes)
                >= platform.channel(Platform.LOCAL).step(bytes)
            : remote(me, peer) > 0;
    return isFar ? Platform.NETWORK : Platform.LOCAL;
  }

  private double slower(int rank, int peer, ToDoubleFunction<CostChannel> cost) {
    int me = ranks[rank];
    double time = local(me, peer) > 0 ? cost.applyAsDouble(platform.channel(Platform.LOCAL)) : 0;
    return remote(me, peer) > 0
        ? Math.max(time, cost.applyAsDouble(platform.channel(Platform.NETWORK)))
        : time;
  }

  @Override
  public double start() {
    return platform.calls().start();
  }

  @Override
  public double combine(long bytes) {
    return platform.combine(question.operation(), bytes);
  }

  @Override
  public double fold(long bytes, int operands, int targets) {
    return platform.fold(question.operation(), bytes, operands, targets, !question.isRegistered());
  }

  @Override
  public void begin(int rank, int source, int target, long bytes, MovementKind kind, double now) {
    int local = local(source, target);
    int remote = remote(source, target);
    double time = 0;
    int channel = Platform.LOCAL;
    int together = Math.max(1, local);
    if (local > 0) {
      time = kind.time(platform.channel(Platform.LOCAL), bytes, local);
    }
    if (remote > 0) {
      if (isInOrder && target == ranks[rank]) {
        remote = mapping.ranks() - each; // All pull from one rank.
      }
      double far = kind.time(platform.channel(Platform.NETWORK), bytes, remote);
      if (far >= time) {
        time = far;
        channel = Platform.NETWORK;
        together = remote;
      }
    }
    moving[rank] = kind.term(platform.channel(channel), channel, bytes, together, 1);
    ends.add(now + time, rank);
  }

  @Override
  public List<CostTerm> terms() {
    return List.of(moving[ended]);
  }

  @Override
  public double next(double now) {
    return ends.isEmpty() ? Double.POSITIVE_INFINITY : ends.time();
  }

  @Override
  public int end(double now) {
    if (ends.isEmpty() || ends.time() > now) {
      return -1;
    }
    ended = ends.remove();
    return ended;
  }

  @Override
  public List<CostTerm> foldTerms(long bytes, int operands, int targets) {
    return platform.foldTerms(
        question.operation(), bytes, operands, targets, !question.isRegistered());
  }
}
