// SPDX-License-Identifier: Apache-2.0
package weft.cli.predict;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import weft.cli.CommandException;
import weft.model.Mapping;
import weft.model.Platform;
import weft.model.profile.Scaling;
import weft.model.replay.RankTrace;
import weft.model.replay.Replay;
import weft.record.reading.KeptRecording;
import weft.report.Page;
import weft.report.Timeline;

/// Predicts what a recorded run would take on another machine.
final class ReplayPrediction {
  private static final String COMPUTE = "compute";
  private static final double NANOS = 1000;

  /// A difference that is none.
  private static final double SAME = 1e-9;

  /// A part of all ranks' time that is worth a sentence.
  private static final double MUCH = 0.05;

  private final PrintStream out;
  private final Platform platform;
  private final PredictQuestion asked;

  ReplayPrediction(PrintStream out, Platform platform, PredictQuestion asked) {
    this.out = out;
    this.platform = platform;
    this.asked = asked;
  }

  /// How many hosts a recording and the place in question need.
  static int hosts(KeptRecording.Kept kept, @Nullable String place) {
    int before = Arrays.stream(RecordedTrace.hosts(kept.recorded())).max().orElse(0) + 1;
    return place == null ? before : Math.max(before, hosts(place));
  }

  private static int hosts(String place) {
    return NumberList.counts("--place", place.split(":", 2)[0]).getFirst();
  }

  private static Mapping mapping(String place, int ranks) {
    String[] parts = place.split(":", 2);
    String how = parts.length < 2 ? "blocks" : parts[1];
    if (!how.equals("blocks") && !how.equals("round-robin")) {
      throw CommandException.usage(
          "--place is HOSTS:blocks or HOSTS:round-robin, such as 4:blocks, not \"%s\"."
              .formatted(place));
    }
    return PredictQuestion.mapping(how, ranks, hosts(place));
  }

  void print(KeptRecording.Kept kept) {
    List<RankTrace> traces = RecordedTrace.of(kept.recorded());
    int[] hosts = RecordedTrace.hosts(kept.recorded());
    Mapping there = Mapping.of(hosts);
    var before = new Replay.Machine(platform, there, 1);
    var replay = new Replay(traces, before);
    out.println(
        "%s, %d ranks%s, recorded in %s from World.start on"
            .formatted(
                kept.program(),
                kept.ranks(),
                there.hosts() == 1 ? "" : " on " + there.hosts() + " hosts",
                PredictedText.time(replay.recorded())));
    double unchanged = replay.time(before);
    out.println(
        String.format(
            Locale.ROOT,
            "Replayed with nothing changed: %s (%+.1f %%).",
            PredictedText.time(unchanged),
            100 * (unchanged / replay.recorded() - 1)));
    remarks(kept, replay);
    out.println();
    factorsOfTwo(replay, before, unchanged);
    if (asked.scale() != null || asked.place() != null) {
      changed(replay, before, unchanged, kept.ranks());
    }
  }

  private void remarks(KeptRecording.Kept kept, Replay replay) {
    List<Integer> failed = kept.failed();
    if (!failed.isEmpty()) {
      out.println(
          "This run failed: rank%s %s did not end. What follows is about the part of it before."
              .formatted(
                  failed.size() == 1 ? "" : "s",
                  failed.stream().limit(8).map(String::valueOf).collect(Collectors.joining(", "))
                      + (failed.size() > 8 ? " and " + (failed.size() - 8) + " more" : "")));
    }
    RecordedTrace.remarks(kept.recorded()).forEach(out::println);
    if (replay.kept() > MUCH) {
      out.println(
          String.format(
              Locale.ROOT,
              "Ranks waited %.0f %% of their time for something that no message shows, such as a"
                  + " time or another rank's memory; these waits are kept as they were.",
              100 * replay.kept()));
    }
    out.println("It is assumed that the same ranks send the same messages.");
  }

  /// What twice as much of each alone would gain.
  private void factorsOfTwo(Replay replay, Replay.Machine before, double unchanged) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("twice as good", "predicted", "gain"));
    double best = 0;
    String what = "";
    for (String factor : List.of("latency=0.5", "bandwidth=2", "compute=2")) {
      double time = replay.time(machine(before, factor));
      double gain = 1 - time / unchanged;
      String name = factor.substring(0, factor.indexOf('='));
      rows.add(
          List.of(
              name, PredictedText.time(time), String.format(Locale.ROOT, "%.1f %%", 100 * gain)));
      if (gain > best) {
        best = gain;
        what = name;
      }
    }
    PredictedText.table(rows).forEach(out::println);
    out.println();
    out.println(answer(what, best));
  }

  private static String answer(String what, double gain) {
    if (gain < MUCH) {
      return "Nothing of this would help much.";
    }
    return what.equals(COMPUTE)
        ? "A faster network would help this program less than faster computing."
        : "A network with a better " + what + " would help this program the most.";
  }

  private void changed(Replay replay, Replay.Machine before, double unchanged, int ranks) {
    Replay.Machine machine = asked.scale() == null ? before : machine(before, asked.scale());
    if (asked.place() != null) {
      machine =
          new Replay.Machine(machine.platform(), mapping(asked.place(), ranks), machine.speed());
    }
    double time = replay.time(machine);
    out.println();
    if (Math.abs(time - unchanged) <= SAME * unchanged) {
      out.println("This changes nothing for this program.");
    }
    out.println(
        String.format(
            Locale.ROOT,
            "With %s%s%s: %s, %.2f × of what it took.",
            asked.scale() == null ? "" : asked.scale(),
            asked.scale() != null && asked.place() != null ? " on " : "",
            asked.place() == null ? "" : asked.place(),
            PredictedText.time(time),
            time / unchanged));
    if (asked.report() != null) {
      page(asked.report(), replay, before, machine, ranks);
      out.println("Written: " + asked.report());
    }
  }

  /// The machine with some of its speeds changed.
  private static Replay.Machine machine(Replay.Machine before, String scale) {
    double speed = before.speed();
    List<String> others = new ArrayList<>();
    for (String part : scale.split(",")) {
      String[] sides = part.strip().split("=", 2);
      if (sides[0].equals(COMPUTE) && sides.length == 2) {
        speed *= speed(sides[1]);
      } else {
        others.add(part);
      }
    }
    Platform platform =
        others.isEmpty()
            ? before.platform()
            : Scaling.apply(before.platform(), String.join(",", others));
    return new Replay.Machine(platform, before.mapping(), speed);
  }

  private static double speed(String word) {
    try {
      double speed = Double.parseDouble(word);
      if (speed > 0 && speed < 1e9) {
        return speed;
      }
    } catch (NumberFormatException e) {
      throw CommandException.usage("--scale compute: \"" + word + "\" is no number.");
    }
    throw CommandException.usage("--scale compute: factors are above 0.");
  }

  /// A page with both timelines.
  private static void page(
      Path file, Replay replay, Replay.Machine before, Replay.Machine after, int ranks) {
    Page page =
        Page.titled("weft predict")
            .lead("The same ranks, messages and computations, as they were and as predicted.");
    add(page, "Replayed", replay, before, ranks);
    add(page, "Predicted", replay, after, ranks);
    page.write(file);
  }

  private static void add(
      Page page, String name, Replay replay, Replay.Machine machine, int ranks) {
    List<String> rows = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      rows.add("rank " + rank);
    }
    Timeline timeline = Timeline.ofRows(name, rows);
    int computes = timeline.name("computes", "body");
    int waits = timeline.name("waits", "wait");
    double[] start = {Double.POSITIVE_INFINITY};
    replay.time(machine, (rank, kind, from, until) -> start[0] = Math.min(start[0], from));
    replay.time(
        machine,
        (rank, kind, from, until) ->
            timeline.slice(
                rank,
                kind == Replay.Kind.COMPUTES ? computes : waits,
                Math.round((from - start[0]) * NANOS),
                Math.round((until - start[0]) * NANOS)));
    page.section(name).timeline(timeline);
  }
}
