// SPDX-License-Identifier: Apache-2.0
package weft.apps.linalg;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.apps.common.Throttle;
import weft.options.Options;

/// The options of `linalg summa`.
///
/// @param n the order of the matrices
/// @param block elements of a cell of the partition, and the depth of a step
/// @param weights each rank's share of C; empty for the measured speeds
/// @param isAuto whether the arrangement is that of the least predicted time
/// @param throttle the number of times each rank computes its products
/// @param seed the seed of the matrices
/// @param blas the kernels
/// @param check whether to check the product
/// @param report a file for a page with pictures, or null
@SuppressWarnings("ArrayRecordComponent") // never compared
record SummaOptions(
    int n,
    int block,
    double[] weights,
    boolean isAuto,
    Throttle throttle,
    long seed,
    String blas,
    boolean check,
    @Nullable Path report) {
  private static final int WIDE = 128;
  private static final int NARROW = 32;

  /// Parses a command line, without the word summa.
  ///
  /// @throws weft.options.OptionException if it is not valid
  static SummaOptions parse(List<String> args, int ranks) {
    var given = new Options("linalg summa", TaskOptions.ABOUT, args);
    int n = given.count("n N", 1000, 1, 1 << 16, "the order of the matrices");
    var options =
        new SummaOptions(
            n,
            given.count(
                "block R",
                defaultBlock(n, ranks),
                1,
                1 << 12,
                "elements of a cell of the partition, and the depth of a step"),
            given.read(
                "weights W0,W1,…",
                "",
                text -> numbers("weights", text, ranks),
                "the share of the product of each rank (as fast as each computes)"),
            given
                .one(
                    "partition WAY",
                    List.of("weights", "auto"),
                    "weights, as above; or auto: measured speeds in the arrangement of the least"
                        + " predicted time")
                .equals("auto"),
            given.read(
                "throttle T0,T1,…",
                "",
                text -> Throttle.parse(text, ranks),
                "how many times each rank makes its products (1 each)"),
            given.whole("seed S", 1, "the seed of the matrices"),
            TaskOptions.blas(given),
            given.has("check", "check the product"),
            SweepOptions.report(given));
    given.exclude("weights", "partition");
    given.end();
    return options;
  }

  /// Cells of at most 128, of which the ranks can have equal shares. Products of cells below 32 are
  /// slow, so there are smaller ones only if some ranks would have none.
  private static int defaultBlock(int n, int ranks) {
    int cells = Math.ceilDiv(n, WIDE * ranks) * ranks;
    int block = Math.ceilDiv(n, cells);
    return Math.ceilDiv(n, NARROW) >= ranks ? Math.max(block, NARROW) : block;
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
    throw new IllegalArgumentException(
        "--%s %s is not possible with %d ranks; give a number above 0 for each, with commas between"
            .formatted(option, text, ranks));
  }
}
