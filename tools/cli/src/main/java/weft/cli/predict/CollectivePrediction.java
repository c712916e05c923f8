// SPDX-License-Identifier: Apache-2.0
package weft.cli.predict;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import weft.collective.schedule.Choices;
import weft.collective.schedule.Collective;
import weft.model.ModelException;
import weft.model.Platform;
import weft.model.TauLopCost;
import weft.model.sheet.AlgorithmChoice;
import weft.model.sheet.Beyond;
import weft.model.sheet.CandidateChoices;
import weft.model.sheet.CollectivePricer;
import weft.model.sheet.CollectiveQuestion;
import weft.model.sheet.Price;
import weft.report.Chart;
import weft.report.DataTable;
import weft.report.Page;

/// Predicts collective operations.
final class CollectivePrediction {
  private static final int LONGEST = 2000;
  private static final long LEAST_SIZE = 64;

  /// A difference that is none.
  private static final double SAME = 1e-9;

  private final PrintStream out;
  private final Platform platform;
  private final PredictQuestion asked;
  private final CollectivePricer pricer;

  CollectivePrediction(PrintStream out, Platform platform, PredictQuestion asked) {
    this.out = out;
    this.platform = platform;
    this.asked = asked;
    this.pricer = new CollectivePricer(platform);
  }

  /// A candidate with its predicted time.
  private record Candidate(AlgorithmChoice choice, String mapping, double time) {}

  void print(Collective collective, List<Integer> hostCounts) {
    List<Long> sizes = asked.bytes();
    int most = hostCounts.getLast();
    List<Integer> ranks = asked.ranks(most);
    Beyond.remarks(
            platform,
            sizes.getLast(),
            (ranks.getLast() + hostCounts.getFirst() - 1) / hostCounts.getFirst(),
            most)
        .forEach(out::println);
    boolean isOne = sizes.size() == 1 && ranks.size() == 1 && hostCounts.size() == 1;
    if (isOne) {
      one(collective, sizes.getFirst(), ranks.getFirst(), hostCounts.getFirst());
    } else {
      many(collective, sizes, hostCounts);
    }
    if (asked.report() != null) {
      page(asked.report(), collective, sizes, ranks.getLast(), hostCounts.getLast());
      out.println("Written: " + asked.report());
    }
  }

  private CollectiveQuestion question(
      Collective collective, long bytes, int ranks, int hosts, String mapping) {
    return new CollectiveQuestion(
        collective,
        bytes,
        PredictQuestion.mapping(mapping, ranks, hosts),
        0,
        asked.isRegistered(),
        "sum");
  }

  /// All candidates, the fastest first. What the model refuses is left out, if anything is left.
  private List<Candidate> candidates(Collective collective, long bytes, int ranks, int hosts) {
    List<Candidate> found = new ArrayList<>();
    ModelException refused = null;
    long eager = ChoicesFile.read("", hosts).eager();
    for (String mapping : asked.mappings(hosts)) {
      CollectiveQuestion question = question(collective, bytes, ranks, hosts, mapping);
      for (AlgorithmChoice choice : CandidateChoices.of(question, eager)) {
        try {
          found.add(new Candidate(choice, mapping, pricer.time(question, choice)));
        } catch (ModelException e) {
          refused = e;
        }
      }
    }
    if (found.isEmpty() && refused != null) {
      throw refused;
    }
    found.sort((a, b) -> Double.compare(a.time(), b.time()));
    return found;
  }

  private void one(Collective collective, long bytes, int ranks, int hosts) {
    String word = word(collective);
    out.println(
        "%s of %s, %d ranks on %d host%s, %s"
            .formatted(
                word,
                collective == Collective.BARRIER ? "nothing" : PredictedText.bytes(bytes),
                ranks,
                hosts,
                hosts == 1 ? "" : "s",
                asked.isRegistered() ? "segments" : "arrays"));
    out.println();
    List<Candidate> found = candidates(collective, bytes, ranks, hosts);
    boolean isOfMappings = asked.mappings(hosts).size() > 1;
    List<List<String>> rows = new ArrayList<>();
    rows.add(row(isOfMappings, "algorithm", "chunk", "mapping", "predicted", ""));
    for (Candidate each : found) {
      double ratio = each.time() / Math.max(found.getFirst().time(), 1e-9);
      rows.add(
          row(
              isOfMappings,
              each.choice().entry().name(),
              isChunked(found, each) ? PredictedText.bytes(each.choice().chunk()) : "-",
              each.mapping(),
              PredictedText.time(each.time()),
              each.equals(found.getFirst()) ? "" : String.format(Locale.ROOT, "%.2f ×", ratio)));
    }
    PredictedText.table(rows).forEach(out::println);
    out.println();
    chosen(collective, bytes, ranks, hosts);
    sayIfSame(
        found.stream()
            .noneMatch(each ->
                isChanged(
                    question(collective, bytes, ranks, hosts, each.mapping()),
                    each.choice(),
                    each.time())));
    if (asked.explain()) {
      explain(collective, bytes, ranks, hosts, found.getFirst());
    }
  }

  /// Whether a time is another one without `--scale`.
  private boolean isChanged(CollectiveQuestion question, AlgorithmChoice choice, double time) {
    return asked.unscaled() == null
        || Math.abs(new CollectivePricer(asked.unscaled()).time(question, choice) - time)
            > SAME * time;
  }

  private void sayIfSame(boolean isSame) {
    if (isSame) {
      out.println("--scale " + asked.scale() + " changes nothing of this.");
    }
  }

  private static List<String> row(
      boolean isOfMappings, String name, String chunk, String mapping, String time, String ratio) {
    return isOfMappings
        ? List.of(name, chunk, mapping, time, ratio)
        : List.of(name, chunk, time, ratio);
  }

  private static boolean isChunked(List<Candidate> all, Candidate one) {
    return all.stream()
            .filter(it ->
                it.choice().entry().equals(one.choice().entry())
                    && it.mapping().equals(one.mapping()))
            .count()
        > 1;
  }

  /// What the table of choices gives.
  private void chosen(Collective collective, long bytes, int ranks, int hosts) {
    CollectiveQuestion question =
        question(collective, bytes, ranks, hosts, asked.mappings(hosts).getFirst());
    Choices table = ChoicesFile.read("", hosts);
    boolean isBoard = CollectivePricer.usesBoard(question, table);
    AlgorithmChoice choice = AlgorithmChoice.of(table, question);
    out.println(
        "The built-in table takes %s: %s."
            .formatted(
                isBoard
                    ? "the board in shared memory"
                    : choice.entry().name()
                        + " with chunks of "
                        + PredictedText.bytes(choice.chunk()),
                PredictedText.time(pricer.time(question, table))));
  }

  private void explain(Collective collective, long bytes, int ranks, int hosts, Candidate fastest) {
    CollectiveQuestion question = question(collective, bytes, ranks, hosts, fastest.mapping());
    Price price = pricer.price(question, fastest.choice());
    TauLopCost cost = price.cost();
    String text = cost.toString();
    out.println();
    out.println(
        "%s, the path that determines the time%s:"
            .formatted(
                fastest.choice().entry().name(),
                price.isPricedOnce() ? " (one rank priced for all that do the same)" : ""));
    out.println(
        text.length() <= LONGEST
            ? text
            : text.substring(0, text.lastIndexOf(" + ", LONGEST))
                + " + …"
                + text.substring(text.lastIndexOf(" = ")));
    out.println();
    ExplainedCost.print(cost, out);
  }

  /// A table over sizes, ranks and hosts: the fastest of each.
  private void many(Collective collective, List<Long> sizes, List<Integer> hostCounts) {
    out.println(
        "%s, %s: the fastest algorithm and its chunk"
            .formatted(word(collective), asked.isRegistered() ? "segments" : "arrays"));
    out.println();
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of("bytes", "ranks", "hosts", "algorithm", "chunk", "predicted", "built-in table"));
    boolean isSame = asked.unscaled() != null;
    var progress =
        new PredictProgress(
            hostCounts.stream().mapToLong(hosts -> asked.ranks(hosts).size()).sum() * sizes.size());
    for (int hosts : hostCounts) {
      for (int ranks : asked.ranks(hosts)) {
        for (long bytes : sizes) {
          List<Candidate> found = candidates(collective, bytes, ranks, hosts);
          Candidate best = found.getFirst();
          CollectiveQuestion question = question(collective, bytes, ranks, hosts, best.mapping());
          double table = pricer.time(question, ChoicesFile.read("", hosts));
          isSame &= !isChanged(question, best.choice(), best.time());
          progress.done();
          rows.add(
              List.of(
                  PredictedText.bytes(bytes),
                  Integer.toString(ranks),
                  Integer.toString(hosts),
                  best.choice().entry().name(),
                  isChunked(found, best) ? PredictedText.bytes(best.choice().chunk()) : "-",
                  PredictedText.time(best.time()),
                  PredictedText.time(table)));
        }
      }
    }
    PredictedText.table(rows).forEach(out::println);
    sayIfSame(isSame);
  }

  /// A page with a curve for each algorithm, and the sizes at which another one is the fastest.
  private void page(Path file, Collective collective, List<Long> asked, int ranks, int hosts) {
    List<Long> sizes = sweep(asked);
    Map<String, double[]> curves = new LinkedHashMap<>();
    List<String> fastest = new ArrayList<>();
    for (int i = 0; i < sizes.size(); i++) {
      List<Candidate> found = candidates(collective, sizes.get(i), ranks, hosts);
      fastest.add(found.getFirst().choice().entry().name());
      for (Candidate each : found) {
        double[] curve =
            curves.computeIfAbsent(
                each.choice().entry().name(),
                name -> {
                  double[] empty = new double[sizes.size()];
                  java.util.Arrays.fill(empty, Double.NaN);
                  return empty;
                });
        if (Double.isNaN(curve[i])) {
          curve[i] = each.time(); // The fastest chunk comes first.
        }
      }
    }
    Page page =
        Page.titled("weft predict " + word(collective))
            .lead(
                "%d ranks on %d host%s; profile: %s. Times are predictions."
                    .formatted(ranks, hosts, hosts == 1 ? "" : "s", platform.name()))
            .section("Which algorithm is the fastest?");
    DataTable crossings =
        DataTable.titled("Crossings")
            .number("from", "bytes")
            .text("the fastest")
            .number("time", "us");
    double[] xs = sizes.stream().mapToDouble(Long::doubleValue).toArray();
    Chart chart =
        Chart.lines("Predicted time over size, with the best chunk of each algorithm")
            .x("size", "bytes")
            .y("predicted", "us")
            .logX()
            .logY();
    curves.forEach((name, curve) -> chart.series(name, xs, curve));
    List<Double> marks = new ArrayList<>();
    List<Double> times = new ArrayList<>();
    for (int i = 0; i < sizes.size(); i++) {
      if (i == 0 || !fastest.get(i).equals(fastest.get(i - 1))) {
        double time = Objects.requireNonNull(curves.get(fastest.get(i)))[i];
        crossings.row(sizes.get(i), fastest.get(i), time);
        if (i > 0) {
          marks.add(xs[i]);
          times.add(time);
        }
      }
    }
    if (!marks.isEmpty()) {
      chart.series(
          "crossings",
          marks.stream().mapToDouble(Double::doubleValue).toArray(),
          times.stream().mapToDouble(Double::doubleValue).toArray());
    }
    page.chart(chart).table(crossings).write(file);
  }

  /// The sizes of a curve: those asked for, or powers of two up to the only one.
  private static List<Long> sweep(List<Long> asked) {
    if (asked.size() > 1) {
      return asked.stream().sorted().toList();
    }
    List<Long> sizes = new ArrayList<>();
    for (long size = LEAST_SIZE; size <= Math.max(LEAST_SIZE, asked.getFirst()); size *= 2) {
      sizes.add(size);
    }
    return sizes;
  }

  private static String word(Collective collective) {
    return collective.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
