// SPDX-License-Identifier: Apache-2.0
package weft.model.sheet;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import weft.model.TauLopCost;
import weft.model.TauLopCost.CostTerm;

/// The predicted times of steps, and the path that determines when the last rank is done.
public final class PredictedTimes {
  /// Longer paths are not printed as text, term by term.
  private static final int MOST_PATH = 200_000;

  private final PricedRanks steps;
  private final StepSimulator simulator;
  private final Function<Charges, StepSimulator> again;
  private @Nullable List<PathStep> path;
  private TauLopCost cost = new TauLopCost();

  /// A step of the path before it is known what it costs.
  private record Place(int rank, int step, int index, double begin, double end) {}

  /// @param again executes the steps again, and notes what they cost
  PredictedTimes(
      PricedRanks steps, StepSimulator simulator, Function<Charges, StepSimulator> again) {
    this.steps = steps;
    this.simulator = simulator;
    this.again = again;
  }

  /// When the last rank is done.
  public double time() {
    double last = 0;
    for (int rank = 0; rank < steps.size(); rank++) {
      last = Math.max(last, simulator.finished(rank));
    }
    return last;
  }

  /// When a priced rank is done.
  public double time(int rank) {
    return simulator.finished(rank);
  }

  /// When a step of a priced rank ended.
  public double end(int rank, int step) {
    return simulator.end(steps.first()[rank] + step);
  }

  /// What determines the time, from the beginning to the end.
  public List<PathStep> path() {
    if (path == null) {
      List<Place> places = places();
      var charges =
          new Charges(places.stream().map(Place::index).collect(Collectors.toUnmodifiableSet()));
      again.apply(charges).run();
      List<PathStep> found = new ArrayList<>();
      cost = new TauLopCost();
      for (Place place : places) {
        TauLopCost part = charges.between(place.index, place.begin, place.end);
        part.terms().forEach(cost::add);
        String what = part.terms().stream().map(CostTerm::text).collect(Collectors.joining(" + "));
        found.add(new PathStep(place.rank, place.step, place.begin, place.end, what));
      }
      path = List.copyOf(found);
    }
    return path;
  }

  /// The path as a sum of terms. What comes before a path that is too long is one of them.
  public TauLopCost cost() {
    path();
    return cost;
  }

  private List<Place> places() {
    int rank = 0;
    for (int other = 1; other < steps.size(); other++) {
      if (simulator.finished(other) > simulator.finished(rank)) {
        rank = other;
      }
    }
    Deque<Place> found = new ArrayDeque<>();
    int index = steps.first()[rank + 1] - 1;
    if (simulator.lastCause(rank) >= 0) {
      index = simulator.lastCause(rank);
    }
    double end = simulator.finished(rank);
    while (index >= 0 && found.size() < MOST_PATH) {
      rank = simulator.rankOf(index);
      int step = index - steps.first()[rank];
      int why = simulator.cause(index);
      double before = step == 0 ? 0 : simulator.left(index - 1);
      double begin = why >= 0 ? Math.max(before, ended(why, end)) : before;
      begin = Math.min(begin, end);
      if (end > begin) {
        found.addFirst(new Place(steps.ranks()[rank], step, index, begin, end));
      }
      end = begin;
      index = why >= 0 && begin > before ? why : step == 0 ? -1 : index - 1;
    }
    return List.copyOf(found);
  }

  /// The end of a step that another waited for; if it goes on after that, the end of the wait.
  private double ended(int index, double latest) {
    double end = simulator.end(index);
    return end <= latest ? end : latest;
  }
}
