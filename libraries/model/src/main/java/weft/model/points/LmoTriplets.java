// SPDX-License-Identifier: Apache-2.0
package weft.model.points;

import java.util.Arrays;

/// Finds the parameters of LMO from round trips of pairs and of triplets of processors. A parameter
/// that several experiments give is their median.
///
/// Source: Lastovetsky and Rychkov, "Accurate and efficient estimation of parameters of
/// heterogeneous communication performance models", 2009.
public final class LmoTriplets {
  /// The measured times.
  public interface Experiments {
    /// The time until `one` has sent `bytes` bytes to `other` and has as many back.
    double roundTrip(int one, int other, long bytes);

    /// The time until `one` has sent `bytes` bytes to `two` and then to `three`, and has an empty
    /// answer of each.
    double oneToTwo(int one, int two, int three, long bytes);
  }

  private LmoTriplets() {}

  /// The parameters for `ranks` processors, at least 3, from experiments with empty messages and
  /// with messages of `bytes` bytes. Delays are differences of near numbers, and at least 0.
  public static Lmo solve(int ranks, long bytes, Experiments measured) {
    if (ranks < 3) {
      throw new weft.model.ModelException(
          "LMO needs experiments with 3 processors; there are " + ranks);
    }
    double[] delay = new double[ranks];
    double[] perByte = new double[ranks];
    for (int i = 0; i < ranks; i++) {
      double[] delays = new double[(ranks - 1) * (ranks - 2)];
      double[] slopes = new double[delays.length];
      int n = 0;
      for (int j = 0; j < ranks; j++) {
        for (int k = 0; k < ranks; k++) {
          if (i == j || j == k || i == k) {
            continue;
          }
          double empty = Math.max(measured.roundTrip(i, j, 0), measured.roundTrip(i, k, 0));
          double c = (measured.oneToTwo(i, j, k, 0) - empty) / 2;
          double there =
              Math.max(
                  (measured.roundTrip(i, j, 0) + measured.roundTrip(i, j, bytes)) / 2,
                  (measured.roundTrip(i, k, 0) + measured.roundTrip(i, k, bytes)) / 2);
          delays[n] = c;
          slopes[n++] = (measured.oneToTwo(i, j, k, bytes) - there - 2 * c) / bytes;
        }
      }
      delay[i] = Math.max(0, median(delays));
      perByte[i] = Math.max(0, median(slopes));
    }
    double[][] latency = new double[ranks][ranks];
    double[][] network = new double[ranks][ranks];
    for (int i = 0; i < ranks; i++) {
      for (int j = 0; j < ranks; j++) {
        if (i != j) {
          double empty = measured.roundTrip(i, j, 0);
          latency[i][j] = Math.max(0, empty / 2 - delay[i] - delay[j]);
          double slope = (measured.roundTrip(i, j, bytes) - empty) / (2.0 * bytes);
          network[i][j] = Math.max(0, slope - perByte[i] - perByte[j]);
        }
      }
    }
    return new Lmo(delay, perByte, latency, network);
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    int half = values.length / 2;
    return values.length % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
  }
}
