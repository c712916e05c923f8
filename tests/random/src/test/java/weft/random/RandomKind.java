// SPDX-License-Identifier: Apache-2.0
package weft.random;

import java.util.Map;
import java.util.Set;
import weft.transport.JobSetting;

/// A kind of random programs. The program itself is a class that extends [SeedsProgram].
public interface RandomKind {
  /// The test class that repeats a seed.
  String test();

  /// The class that every rank runs.
  Class<? extends SeedsProgram> program();

  /// The features that some seed must reach in jobs like `job`.
  Set<String> features(RandomJob job);

  /// The bytes of each rank's budget in jobs like `job`, 0 for the default.
  default long budget(RandomJob job) {
    return 0;
  }

  /// Settings of jobs like `job`.
  default Map<JobSetting, String> settings(RandomJob job) {
    return Map.of();
  }

  /// The digest that the sequential model computes for a seed. It depends on the seed alone.
  long digest(long seed);

  /// The program of a seed, as text.
  String listing(long seed);
}
