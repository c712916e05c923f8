// SPDX-License-Identifier: Apache-2.0
package weft.random;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import weft.testkit.TestJob;

/// A job that runs the programs of several seeds, one after the other.
///
/// @param transport as [TestJob#transport]
/// @param ranks the number of ranks
/// @param ringBytes bytes of each ring, 0 for the default
/// @param first the first seed
/// @param seeds the number of seeds
public record RandomJob(String transport, int ranks, long ringBytes, long first, int seeds) {
  /// The smallest ring, which is full most of the time.
  public static final long TINY_RING = 4096;

  /// The time without progress of any rank after which a job is said to hang. A rank reports each
  /// second in which its handlers have run.
  public static final Duration PATIENCE = Duration.ofSeconds(60);

  /// Returns whether the rings are so small that they fill.
  public boolean isTiny() {
    return ringBytes == TINY_RING;
  }

  /// The seeds, in order.
  public LongStream all() {
    return LongStream.range(first, first + seeds);
  }

  /// A job with as many ranks and such rings, over `transport`.
  RandomJob with(String transport, long first, int seeds) {
    return new RandomJob(transport, ranks, ringBytes, first, seeds);
  }

  /// A job that runs only this seed.
  RandomJob only(long seed) {
    return new RandomJob(transport, ranks, ringBytes, seed, 1);
  }

  /// Parses [#spec].
  static RandomJob parse(String spec) {
    String[] parts = spec.trim().split(" +", -1);
    if (parts.length != 5) {
      throw new IllegalArgumentException(
          "-Dweft.random=\"" + spec + "\"; give TRANSPORT RANKS RINGBYTES SEED SEEDS");
    }
    return new RandomJob(
        parts[0],
        Integer.parseInt(parts[1]),
        Long.parseLong(parts[2]),
        Long.parseLong(parts[3]),
        Integer.parseInt(parts[4]));
  }

  /// The value of the property `weft.random` that repeats this job.
  String spec() {
    return transport + " " + ranks + " " + ringBytes + " " + first + " " + seeds;
  }

  TestJob job(Class<? extends SeedsProgram> program) {
    return new TestJob(
            program, List.of(Long.toString(first), Integer.toString(seeds)), ranks, transport)
        .withRingBytes(ringBytes)
        .withTimeout(PATIENCE);
  }

  @Override
  public String toString() {
    return transport
        + " × "
        + ranks
        + (ringBytes == 0 ? "" : ", rings of " + ringBytes + " bytes")
        + (seeds == 1 ? ", seed " + first : ", seeds " + first + " to " + (first + seeds - 1));
  }
}
