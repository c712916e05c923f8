// SPDX-License-Identifier: Apache-2.0
package weft.bench.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// The factors of SMPI give the times from which they come.
final class SmpiFactorsTest {
  private static final double LINK_MICROS = 1;
  private static final double LINK_BYTES_PER_MICRO = 1000;

  /// What SMPI makes of a piecewise factor: that of the largest bound up to the size.
  private static double factor(String factors, long bytes) {
    double found = Double.NaN;
    for (String each : factors.split(";")) {
      String[] parts = each.split(":");
      if (Long.parseLong(parts[0]) <= bytes) {
        found = Double.parseDouble(parts[1]);
      }
    }
    return found;
  }

  private static double micros(SmpiFactors factors, long bytes) {
    return factor(factors.latency(), bytes) * LINK_MICROS
        + bytes / (factor(factors.bandwidth(), bytes) * LINK_BYTES_PER_MICRO);
  }

  @Test
  void theyGiveTheMeasuredTimes() {
    var measured =
        new TreeMap<Long, Double>(Map.of(8L, 0.4, 4096L, 1.5, 65536L, 9.0, 1L << 20, 170.0));
    SmpiFactors factors = SmpiFactors.of(measured);
    for (long bytes : new long[] {8, 100, 4096, 8192, 65536}) {
      Map.Entry<Long, Double> low = measured.floorEntry(bytes);
      Map.Entry<Long, Double> high = measured.higherEntry(bytes);
      double between =
          low.getValue()
              + (high.getValue() - low.getValue())
                  * (bytes - low.getKey())
                  / (high.getKey() - low.getKey());
      // A line that begins below zero is right at its end alone.
      boolean isStraight = bytes < 65536;
      assertThat(micros(factors, bytes)).isCloseTo(between, within(isStraight ? 1e-3 : 3.0));
    }
    assertThat(micros(factors, 1)).isCloseTo(0.4, within(1e-3));
    assertThat(micros(factors, 1L << 20)).isCloseTo(170, within(1e-2));
  }

  @Test
  void oneSizeIsTooFew() {
    assertThatThrownBy(() -> SmpiFactors.of(new TreeMap<>(Map.of(8L, 1.0))))
        .hasMessageContaining("two sizes");
  }
}
