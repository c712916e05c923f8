// SPDX-License-Identifier: Apache-2.0
package weft.calibrate;

import java.util.List;
import java.util.Map;
import weft.calibrate.rank.SliceEffort;
import weft.model.measured.Figure;
import weft.model.measured.Subject;

/// Measures as `weft calibrate` does, for benchmarks.
public final class Calibration {
  private static final int WARM_MILLIS = 4000;

  private Calibration() {}

  /// What two ranks of a host measure to find the parameters of a machine.
  public static List<Subject> pair(boolean isQuick) {
    return Plan.pair(isQuick);
  }

  /// Measures subjects of two ranks on this machine, by distance of their processors.
  ///
  /// @param rounds the slices of each
  /// @param sliceMillis the length of a slice
  public static Map<String, List<Figure>> measure(
      long seed, int rounds, int sliceMillis, List<Subject> subjects) {
    List<MeasuredSlice> samples =
        new MeasuringJobs(System.err, seed)
            .run(
                "measuring",
                List.of("--transport", "shm"),
                2,
                new SliceEffort(rounds, sliceMillis, WARM_MILLIS, 3),
                subjects);
    return Distances.of(samples).figures(samples);
  }
}
