// SPDX-License-Identifier: Apache-2.0
package weft.model.measured;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/// The measured time of a subject, in microseconds.
///
/// @param subject what was measured
/// @param median the median of the samples
/// @param low the median lies above this with a probability of 97.5 %
/// @param high the median lies below this with a probability of 97.5 %
/// @param samples the number of samples
/// @param outliers how many of them are far from the others
public record Figure(
    Subject subject, double median, double low, double high, int samples, int outliers) {
  private static final MathContext DIGITS = new MathContext(5);

  /// The figure of samples.
  public static Figure of(Subject subject, double... samples) {
    double[] interval = Statistics.medianInterval(samples);
    return new Figure(
        subject,
        Statistics.median(samples),
        interval[0],
        interval[1],
        samples.length,
        Statistics.outliers(samples));
  }

  /// Half the width of the interval, as a part of the median.
  public double width() {
    return median > 0 ? (high - low) / 2 / median : 0;
  }

  /// Parses what [#toString] returns.
  public static Figure parse(String text) {
    String[] sides = text.split(" = ", 2);
    if (sides.length == 2) {
      List<String> words = List.of(sides[1].strip().split("\\s+"));
      if (words.size() == 5) {
        try {
          return new Figure(
              Subject.parse(sides[0]),
              Double.parseDouble(words.get(0)),
              Double.parseDouble(words.get(1)),
              Double.parseDouble(words.get(2)),
              Integer.parseInt(words.get(3)),
              Integer.parseInt(words.get(4)));
        } catch (NumberFormatException e) {
          throw new IllegalArgumentException("\"" + text + "\" has a word that is no number", e);
        }
      }
    }
    throw new IllegalArgumentException(
        "a cell is written SUBJECT = MEDIAN LOW HIGH SAMPLES OUTLIERS, not \"" + text + "\"");
  }

  private static String number(double value) {
    return Double.toString(new BigDecimal(value).round(DIGITS).doubleValue());
  }

  @Override
  public String toString() {
    return "%s = %s %s %s %d %d"
        .formatted(subject, number(median), number(low), number(high), samples, outliers);
  }
}
