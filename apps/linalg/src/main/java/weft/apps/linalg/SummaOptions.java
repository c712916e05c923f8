// SPDX-License-Identifier: Apache-2.0
package weft.apps.linalg;

import java.util.Arrays;
import java.util.List;
import weft.apps.common.Arguments;
import weft.apps.common.BadInputException;

/// The options of `linalg summa`.
///
/// @param n the order of the matrices
/// @param block elements of a cell of the partition, and the depth of a step
/// @param weights each rank's share of C; empty for the measured speeds
/// @param slowness the number of times each rank computes its products; empty for once
/// @param seed the seed of the matrices
/// @param blas the kernels
/// @param check whether to check the product
@SuppressWarnings("ArrayRecordComponent") // never compared
record SummaOptions(
    int n, int block, double[] weights, double[] slowness, long seed, String blas, boolean check) {
  private static final double MOST_SLOW = 1000;

  static SummaOptions parse(List<String> args, int ranks) {
    Arguments given =
        Arguments.parse(
            "linalg summa",
            List.of("n", "block", "weights", "throttle", "seed", "blas"),
            List.of("check"),
            args);
    double[] slowness = numbers("throttle", given.get("throttle", ""), ranks);
    for (double times : slowness) {
      if (times < 1 || times > MOST_SLOW || times != Math.rint(times)) {
        throw new BadInputException(
            "--throttle %s is not possible; give whole numbers from 1 to %.0f, as 1,3"
                .formatted(given.get("throttle", ""), MOST_SLOW));
      }
    }
    return new SummaOptions(
        (int) given.number("n", 1000, 1, 1 << 16),
        (int) given.number("block", 128, 1, 1 << 12),
        numbers("weights", given.get("weights", ""), ranks),
        slowness,
        given.number("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE),
        given.get("blas", "auto"),
        given.has("check"));
  }

  private static double[] numbers(String option, String text, int ranks) {
    if (text.isEmpty()) {
      return new double[0];
    }
    try {
      double[] numbers =
          Arrays.stream(text.split(",", -1)).mapToDouble(Double::parseDouble).toArray();
      if (numbers.length == ranks && Arrays.stream(numbers).allMatch(x -> x > 0 && x < 1e300)) {
        return numbers;
      }
    } catch (NumberFormatException e) {
      // The exception below reports it.
    }
    throw new BadInputException(
        "--%s %s is not possible with %d ranks; give a number above 0 for each, with commas between"
            .formatted(option, text, ranks));
  }
}
