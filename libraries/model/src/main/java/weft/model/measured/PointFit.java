// SPDX-License-Identifier: Apache-2.0
package weft.model.measured;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import weft.model.ModelException;
import weft.model.points.HLogGp;
import weft.model.points.Hockney;
import weft.model.points.Lmo;
import weft.model.points.LmoTriplets;
import weft.model.points.LogGp;

/// Finds the parameters of models of single messages, each by its own procedure.
public final class PointFit {
  private PointFit() {}

  private static List<Figure> of(String what, List<Figure> measured) {
    List<Figure> found =
        measured.stream()
            .filter(it ->
                it.subject().what().equals(what) && it.subject().algorithm().equals(Subject.PLAIN))
            .sorted(Comparator.comparingLong(it -> it.subject().bytes()))
            .toList();
    if (found.isEmpty()) {
      throw new ModelException("no \"" + what + "\" was measured, and the model needs some");
    }
    return found;
  }

  /// `α + β·m` with the least squares of relative errors over all measured messages.
  public static Hockney hockney(List<Figure> measured) {
    double[] line = line(of(Subject.MESSAGE, measured));
    return new Hockney(line[0], line[1]);
  }

  /// The line with the least squares of relative errors: its start and its slope, both at least 0.
  private static double[] line(List<Figure> figures) {
    double weights = 0;
    double sizes = 0;
    double times = 0;
    double squares = 0;
    double products = 0;
    for (Figure figure : figures) {
      double bytes = figure.subject().bytes();
      double time = Math.max(1e-9, figure.median());
      double weight = 1 / (time * time);
      weights += weight;
      sizes += weight * bytes;
      times += weight * time;
      squares += weight * bytes * bytes;
      products += weight * bytes * time;
    }
    double spread = weights * squares - sizes * sizes;
    double slope = spread > 0 ? Math.max(0, (weights * products - sizes * times) / spread) : 0;
    return new double[] {Math.max(0, (times - slope * sizes) / weights), slope};
  }

  /// LogGP by the procedure of Netgauge: `g` and `G` from trains of messages of several sizes, `o`
  /// from the time for which a sender is busy, and `L` from the least message.
  ///
  /// Source: Hoefler et al., 2007.
  public static LogGp logGp(List<Figure> measured) {
    double[] train = line(of(Subject.TRAIN, measured));
    double overhead = of(Subject.SENDING, measured).getFirst().median();
    double least = of(Subject.MESSAGE, measured).getFirst().median();
    return new LogGp(Math.max(0, least - 2 * overhead), overhead, train[0], train[1]);
  }

  /// The experiments of LMO: for each pair of ranks messages without data and with `bytes` bytes,
  /// and for each rank and two others the same to both.
  public static List<Subject> lmoSubjects(int ranks, long bytes) {
    List<Subject> all = new ArrayList<>();
    for (int i = 0; i < ranks; i++) {
      for (int j = 0; j < ranks; j++) {
        for (long size : new long[] {Double.BYTES, bytes}) {
          if (i < j) {
            all.add(pair(i, j, size, ranks));
          }
          for (int k = j + 1; i != j && k < ranks; k++) {
            if (k != i) {
              all.add(oneToTwo(i, j, k, size, ranks));
            }
          }
        }
      }
    }
    return all;
  }

  private static Subject pair(int i, int j, long bytes, int ranks) {
    String variant = Math.min(i, j) + "-" + Math.max(i, j);
    return Subject.of(Subject.MESSAGE, variant, false, bytes).on(ranks, ranks);
  }

  private static Subject oneToTwo(int i, int j, int k, long bytes, int ranks) {
    String variant = i + "-" + Math.min(j, k) + "-" + Math.max(j, k);
    return Subject.of(Subject.ONE_TO_TWO, variant, false, bytes).on(ranks, ranks);
  }

  /// LMO between as many ranks as its experiments had, at least 3.
  ///
  /// @throws ModelException if an experiment is missing
  public static Lmo lmo(int ranks, long bytes, List<Figure> measured) {
    Map<Subject, Double> times = new HashMap<>();
    measured.forEach(it -> times.put(it.subject(), it.median()));
    return LmoTriplets.solve(
        ranks,
        bytes,
        new LmoTriplets.Experiments() {
          @Override
          public double roundTrip(int one, int other, long bytes) {
            return 2 * need(times, pair(one, other, Math.max(Double.BYTES, bytes), ranks));
          }

          @Override
          public double oneToTwo(int one, int two, int three, long bytes) {
            return need(
                times, PointFit.oneToTwo(one, two, three, Math.max(Double.BYTES, bytes), ranks));
          }
        });
  }

  private static double need(Map<Subject, Double> times, Subject subject) {
    Double time = times.get(subject);
    if (time == null) {
      throw new ModelException("\"" + subject + "\" was not measured, and LMO needs it");
    }
    return time;
  }

  /// HLogGP between two alike ranks: `L` is what a one-byte message takes beyond both overheads,
  /// and `G` what each further byte of the largest adds.
  ///
  /// Source: τ-Lop supplement, section 5.
  public static HLogGp hLogGp(List<Figure> measured) {
    double overhead = of(Subject.SENDING, measured).getFirst().median();
    List<Figure> messages = of(Subject.MESSAGE, measured);
    double latency = Math.max(0, messages.getFirst().median() - 2 * overhead);
    Figure largest = messages.getLast();
    double perByte =
        Math.max(0, largest.median() - messages.getFirst().median()) / largest.subject().bytes();
    return new HLogGp(
        new double[][] {{0, latency}, {latency, 0}},
        new double[] {overhead, overhead},
        new double[] {overhead, overhead},
        new double[][] {{0, perByte}, {perByte, 0}});
  }
}
