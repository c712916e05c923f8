// SPDX-License-Identifier: Apache-2.0
package weft.calibrate;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import weft.calibrate.rank.SliceEffort;
import weft.cli.CommandException;
import weft.cli.profile.UserProfile;
import weft.model.measured.Figure;
import weft.model.measured.Statistics;
import weft.model.measured.Subject;
import weft.model.profile.Profile;

/// `weft calibrate --check`: measures ten things of a profile again.
final class HoldCheck {
  private static final int POINTS = 10;
  private static final SliceEffort EFFORT = new SliceEffort(15, 3, 5000, 3);

  /// A time within this ratio is the same, whatever its interval is.
  private static final double SAME = 1.15;

  /// The median of the ratios up to which the profile holds: one thing that something else
  /// disturbed says nothing about the others.
  private static final double HOLDS = 1.15;

  private final PrintStream out;
  private final MeasuringJobs jobs;

  HoldCheck(PrintStream out, MeasuringJobs jobs) {
    this.out = out;
    this.jobs = jobs;
  }

  /// Returns 0 if the profile holds, else 1.
  int run(Path file) {
    if (!Files.isRegularFile(file)) {
      throw CommandException.usage(
          "There is no profile " + file + " to check; weft calibrate makes one.");
    }
    Profile profile = UserProfile.read(file);
    Map<String, String> before = profile.differences(UserProfile.environment());
    if (!before.isEmpty()) {
      out.println("It was measured elsewhere: " + UserProfile.changes(before));
    }
    List<Subject> subjects = subjects(profile.usual());
    if (subjects.isEmpty()) {
      throw CommandException.usage(
          "The profile %s has no measured cells; it was written by hand.".formatted(file));
    }
    List<MeasuredSlice> samples =
        jobs.run("checking", List.of("--transport", "shm"), 2, EFFORT, subjects);
    Map<String, List<Figure>> now = Distances.of(samples).figures(samples);
    // The set whose times are nearest to these: the distance may be another one now.
    double best = Double.POSITIVE_INFINITY;
    Profile.Set nearest = profile.usual();
    List<Figure> figures = now.values().iterator().next();
    for (Profile.Set set : profile.sets()) {
      double error = error(set, figures);
      if (error < best) {
        best = error;
        nearest = set;
      }
    }
    return say(nearest, figures, best);
  }

  private static List<Subject> subjects(Profile.Set set) {
    List<Subject> all =
        set.cells().stream()
            .map(Figure::subject)
            .filter(it -> it.ranks() == 2 && it.hosts() == 1)
            .toList();
    List<Subject> some = new ArrayList<>();
    for (int i = 0; i < POINTS && !all.isEmpty(); i++) {
      Subject each = all.get((int) ((i + 0.5) * all.size() / POINTS));
      if (!some.contains(each)) {
        some.add(each);
      }
    }
    return some;
  }

  private static double measured(Profile.Set set, Subject subject) {
    return set.cells().stream()
        .filter(it -> it.subject().equals(subject))
        .mapToDouble(Figure::median)
        .findFirst()
        .orElse(Double.NaN);
  }

  private static double error(Profile.Set set, List<Figure> now) {
    return Statistics.median(
        now.stream().mapToDouble(it -> ratio(measured(set, it.subject()), it.median())).toArray());
  }

  private static double ratio(double one, double other) {
    return Math.max(one, other) / Math.max(1e-9, Math.min(one, other));
  }

  private int say(Profile.Set set, List<Figure> now, double error) {
    out.println(String.format(Locale.ROOT, "%-44s %10s %10s", "", "profile", "now"));
    int same = 0;
    for (Figure figure : now) {
      double then = measured(set, Objects.requireNonNull(figure.subject()));
      boolean isSame = ratio(then, figure.median()) <= SAME;
      same += isSame ? 1 : 0;
      out.println(
          String.format(
              Locale.ROOT,
              "%-44s %7.3g µs %7.3g µs%s",
              CalibrateCommand.text(figure.subject()),
              then,
              figure.median(),
              isSame ? "" : "  changed"));
    }
    boolean isHolding = error <= HOLDS;
    out.println(
        String.format(
            Locale.ROOT,
            "%d of %d are the same, and the median difference is %.0f %%: the profile %s.",
            same,
            now.size(),
            100 * (error - 1),
            isHolding ? "still holds" : "no longer holds; calibrate again"));
    return isHolding ? 0 : 1;
  }
}
