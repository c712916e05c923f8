// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import weft.bench.collective.rank.TimedCalls;
import weft.collective.schedule.Algorithms;
import weft.collective.schedule.Choices;
import weft.collective.schedule.Collective;
import weft.collective.schedule.Explanation;
import weft.collective.schedule.Layout;
import weft.collective.schedule.Shape;
import weft.model.Mapping;
import weft.model.Platform;
import weft.model.profile.BuiltInProfile;
import weft.model.sheet.CollectivePricer;
import weft.model.sheet.CollectiveQuestion;
import weft.model.sheet.CostSheet;
import weft.model.sheet.PathStep;
import weft.model.sheet.PredictedTimes;

/// Prints the schedules of a collective: the steps of each rank in order with their predicted
/// times, and the steps that determine when the last rank is done.
final class Explaining {
  private final CollectiveOptions options;
  private final CollectiveOptions.Explain asked;
  private final Choices choices = TableOfChoices.read();

  Explaining(CollectiveOptions options, CollectiveOptions.Explain asked) {
    this.options = options;
    this.asked = asked;
  }

  /// The schedules as text.
  ///
  /// @throws IllegalArgumentException with a sentence for the user
  String text() {
    Collective collective = TimedCalls.collective(asked.collective());
    Shape first = shape(collective, 0);
    Algorithms.Entry chosen = choices.choose(first);
    String algorithm = asked.algorithm();
    Algorithms.Entry entry = algorithm == null ? chosen : Algorithms.get(collective, algorithm);
    if (!entry.applies(first)) {
      throw new IllegalArgumentException(
          "the algorithm " + entry.name() + " does not support this " + asked.collective());
    }
    Platform platform = BuiltInProfile.ONE_HOST.platform();
    PredictedTimes times = times(collective, entry, platform);
    return Explanation.of(entry, rank -> ready(collective, rank))
            .text(
                "+",
                (rank, step) ->
                    String.format(Locale.ROOT, "until %8.2f µs  ", times.end(rank, step)))
        + path(times, platform)
        + choice(collective, chosen);
  }

  /// The predicted times of all steps, on the host of a profile that comes along.
  private PredictedTimes times(Collective collective, Algorithms.Entry entry, Platform platform) {
    boolean isRegistered = options.memory().equals(TeamJobs.SEGMENTS);
    long bytes = shape(collective, 0).bytes();
    var question =
        new CollectiveQuestion(
            collective, bytes, Mapping.blocks(options.ranks().get(0), 1), 0, isRegistered, "sum");
    return new CollectivePricer(platform)
        .each(CostSheet.of(entry, rank -> ready(collective, rank), question.limits()), question);
  }

  /// The steps that determine when the last rank is done.
  private static String path(PredictedTimes times, Platform platform) {
    var text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "Predicted %.2f µs by the profile \"%s\", which was not measured on this machine. What determines it:%n",
            times.time(),
            platform.name()));
    List<PathStep> path = times.path();
    for (PathStep step : path) {
      text.append(
          String.format(
              Locale.ROOT,
              "rank %-3d step %-4d %8.2f to %8.2f µs  %s%n",
              step.rank(),
              step.step(),
              step.begin(),
              step.end(),
              step.what()));
    }
    return text.toString();
  }

  /// The shape without the settings of the table of choices.
  private Shape shape(Collective collective, int rank) {
    long bytes = collective == Collective.BARRIER ? 0 : options.sizes().get(0);
    boolean shared = options.memory().equals(TeamJobs.SEGMENTS);
    return new Shape()
        .set(collective, options.ranks().get(0), rank, 0)
        .amount(bytes, 8)
        .memory(true, shared, shared)
        .layout(shared ? Layout.REGISTERED : Layout.ARRAYS);
  }

  private Shape ready(Collective collective, int rank) {
    Shape shape = shape(collective, rank);
    choices.choose(shape);
    return shape.pipeline(
        asked.chunk() == 0 ? shape.chunk() : asked.chunk(),
        asked.chunks() == 0 ? shape.chunks() : asked.chunks());
  }

  private static String choice(Collective collective, Algorithms.Entry chosen) {
    var others = new ArrayList<String>();
    for (Algorithms.Entry entry : Algorithms.of(collective)) {
      if (!entry.name().equals(chosen.name())) {
        others.add(entry.name());
      }
    }
    return "The table of choices gives "
        + chosen.name()
        + (others.isEmpty()
            ? "."
            : "; there are also " + String.join(", ", List.copyOf(others)) + ".")
        + System.lineSeparator();
  }
}
