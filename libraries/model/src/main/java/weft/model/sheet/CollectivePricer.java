// SPDX-License-Identifier: Apache-2.0
package weft.model.sheet;

import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import weft.collective.schedule.BoardRules;
import weft.collective.schedule.Choices;
import weft.collective.schedule.Shape;
import weft.model.ModelException;
import weft.model.Platform;
import weft.model.TauLopCost;

/// Prices collective operations on a platform.
///
/// Each rank is priced, with contention on each host, up to 64 ranks or if ranks differ. Beyond,
/// one rank is priced for all that the algorithm declares alike, if all hosts have as many ranks.
public final class CollectivePricer {
  /// Up to this number every rank is priced.
  public static final int MOST_EACH = 64;

  private final Platform platform;

  /// A pricer for a platform.
  public CollectivePricer(Platform platform) {
    this.platform = platform;
  }

  /// The platform.
  public Platform platform() {
    return platform;
  }

  /// The price of what a table of choices gives: the board, or an algorithm.
  public Price price(CollectiveQuestion question, Choices table) {
    return usesBoard(question, table)
        ? board(question)
        : price(question, AlgorithmChoice.of(table, question));
  }

  /// Whether the operation uses the board, if all ranks run it.
  public static boolean usesBoard(CollectiveQuestion question, Choices table) {
    return question.isShared()
        && question.ranks() > 1
        && question.ranks() <= BoardRules.MOST_RANKS
        && BoardRules.takes(question.shape(new Shape(), 0), table.board());
  }

  /// The price of an algorithm.
  ///
  /// @throws ModelException if it does not support the operation, or there are too many steps
  public Price price(CollectiveQuestion question, AlgorithmChoice choice) {
    Priced priced = run(question, choice);
    return new Price(
        priced.times.time(), priced.times.path(), priced.times.cost(), priced.isPricedOnce, false);
  }

  /// The time of an algorithm in microseconds; as [#price] without its path.
  public double time(CollectiveQuestion question, AlgorithmChoice choice) {
    return run(question, choice).times.time();
  }

  /// The time of what a table of choices gives.
  public double time(CollectiveQuestion question, Choices table) {
    return usesBoard(question, table)
        ? board(question).time()
        : time(question, AlgorithmChoice.of(table, question));
  }

  private record Priced(PredictedTimes times, boolean isPricedOnce) {}

  private Priced run(CollectiveQuestion question, AlgorithmChoice choice) {
    check(question, choice);
    Shape shape = new Shape();
    IntFunction<Shape> shapes = rank -> choice.set(question.shape(shape, rank));
    if (question.ranks() > MOST_EACH) {
      PredictedTimes once = priceOnce(question, choice, shapes);
      if (once != null) {
        return new Priced(once, true);
      }
    }
    return new Priced(
        each(CostSheet.of(choice.entry(), shapes, question.limits()), question), false);
  }

  private void check(CollectiveQuestion question, AlgorithmChoice choice) {
    if (question.mapping().hosts() > 1) {
      var _ = platform.channel(Platform.NETWORK);
    }
    Shape shape = choice.set(question.shape(new Shape(), 0));
    if (!choice.entry().applies(shape)) {
      throw new ModelException(
          "the algorithm %s does not support this %s"
              .formatted(choice.entry().name(), question.collective()));
    }
  }

  /// One rank priced for all; null if ranks differ.
  @Nullable PredictedTimes priceOnce(
      CollectiveQuestion question, AlgorithmChoice choice, IntFunction<Shape> shapes) {
    PricedRanks steps = AlikeSteps.of(choice.entry(), shapes, question.limits());
    AlikeCosts costs = steps == null ? null : AlikeCosts.of(platform, question, steps);
    if (steps == null || costs == null) {
      return null;
    }
    var simulator = new StepSimulator(steps, costs, costs, null);
    simulator.run();
    return new PredictedTimes(
        steps,
        simulator,
        charges -> {
          AlikeCosts same = Objects.requireNonNull(AlikeCosts.of(platform, question, steps));
          return new StepSimulator(steps, same, same, charges);
        });
  }

  /// One rank priced for all that do the same, whatever their number; null if ranks differ.
  @Nullable Double timeOnce(CollectiveQuestion question, AlgorithmChoice choice) {
    Shape shape = new Shape();
    PredictedTimes times =
        priceOnce(question, choice, rank -> choice.set(question.shape(shape, rank)));
    return times == null ? null : times.time();
  }

  /// The times of all steps of a sheet, whose ranks are those of `question`.
  public PredictedTimes each(CostSheet sheet, CollectiveQuestion question) {
    PricedRanks steps = PricedRanks.of(sheet);
    StepSimulator simulator = simulator(steps, question, null);
    simulator.run();
    return new PredictedTimes(steps, simulator, charges -> simulator(steps, question, charges));
  }

  private StepSimulator simulator(
      PricedRanks steps, CollectiveQuestion question, @Nullable Charges charges) {
    return new StepSimulator(
        steps,
        new MappedOverheads(platform, question),
        new SharedMovements(platform, question.mapping(), charges != null),
        charges);
  }

  /// The price of an operation over the board: every rank that has a contribution writes it to its
  /// line, and then reads the lines that it needs, one after the other, and combines them. `o⁰(0) +
  /// P‖L⁰(bytes + 16) + reads · (P‖L⁰(bytes + 16) + g(bytes))`, for the rank that reads the most
  /// lines.
  public Price board(CollectiveQuestion question) {
    int ranks = question.ranks();
    Shape shape = question.shape(new Shape(), 0);
    long published = BoardRules.published(shape) + BoardRules.HEAD;
    long read = shape.bytes() + BoardRules.HEAD;
    int most = 0;
    for (int rank = 0; rank < ranks; rank++) {
      int lines = 0;
      for (int peer = 0; peer < ranks; peer++) {
        lines += peer != rank && BoardRules.reads(question.shape(shape, rank), rank, peer) ? 1 : 0;
      }
      most = Math.max(most, lines);
    }
    var local = platform.channel(Platform.LOCAL);
    var cost = new TauLopCost();
    double board = platform.calls().board();
    if (Double.isNaN(board)) {
      cost.add("o⁰(0)", local.step(0));
    } else {
      cost.add("b", board);
    }
    cost.add(ranks + "‖L⁰(" + published + ")", local.move(published, ranks));
    for (int line = 0; line < most; line++) {
      cost.add(ranks + "‖L⁰(" + read + ")", local.move(read, ranks));
      if (shape.collective().combines() && line > 0) {
        cost.add("g(" + shape.bytes() + ")", platform.combine(question.operation(), shape.bytes()));
      }
    }
    return new Price(cost.time(), List.of(), cost, false, true);
  }
}
