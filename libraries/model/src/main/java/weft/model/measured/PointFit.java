// SPDX-License-Identifier: Apache-2.0
package weft.model.measured;

import java.util.Comparator;
import java.util.List;
import weft.model.ModelException;
import weft.model.points.HLogGp;
import weft.model.points.Hockney;
import weft.model.points.LogGp;

/// Finds the parameters of models of single messages, each by its own procedure.
public final class PointFit {
  private PointFit() {}

  private static List<Figure> of(String what, List<Figure> measured) {
    List<Figure> found =
        measured.stream()
            .filter(it -> it.subject().what().equals(what))
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

  /// LogGP by the procedure of Netgauge (Hoefler et al., 2007): `g` and `G` from trains of messages
  /// of several sizes, `o` from the time for which a sender is busy, and `L` from the least
  /// message.
  public static LogGp logGp(List<Figure> measured) {
    double[] train = line(of(Subject.TRAIN, measured));
    double overhead = of(Subject.SENDING, measured).getFirst().median();
    double least = of(Subject.MESSAGE, measured).getFirst().median();
    return new LogGp(Math.max(0, least - 2 * overhead), overhead, train[0], train[1]);
  }

  /// HLogGP between two alike ranks (τ-Lop supplement, section 5): `L` is what a one-byte message
  /// takes beyond both overheads, and `G` what each further byte of the largest adds.
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
