// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import weft.bench.Sample.Distance;
import weft.model.measured.Statistics;

/// The statistics behind the tables: which samples count, and what is made of them.
final class FiguresTest {
  private static final Figures.Key RATE = new Figures.Key("weft", "RSR1_RATE", 0);
  private static final Figures.Key RING = new Figures.Key("ring", "RING1_RATE", 0);

  private static final double NEAR = 30;
  private static final double FAR = 200;

  private final Figures figures = new Figures();

  private static Sample sample(double nanos, double line, long switches) {
    return new Sample(1_000, nanos, line, line, 0, switches, 0);
  }

  private void add(Figures.Key key, double line, double... nanos) {
    for (int round = 0; round < nanos.length; round++) {
      figures.add(key, round, sample(nanos[round], line, 0));
    }
  }

  @ParameterizedTest
  @CsvSource({"7, 7", "9 1, 5", "3 100 1, 3", "4 1 1000 2, 3", "5 5 5 1 9, 5"})
  void theMedianIsTheMiddleOneOrHalfwayBetweenTheMiddleTwo(String values, double median) {
    double[] numbers =
        java.util.Arrays.stream(values.split(" ")).mapToDouble(Double::parseDouble).toArray();
    double[] before = numbers.clone();
    assertThat(Statistics.median(numbers)).isEqualTo(median);
    assertThat(numbers).containsExactly(before);
  }

  @Test
  void whatWasNotMeasuredIsNoNumber() {
    assertThat(Statistics.median(new double[0])).isNaN();
    assertThat(figures.nanos(RATE, Distance.NEAR)).isNaN();
    assertThat(figures.nanosAnywhere(RATE)).isNaN();
    assertThat(figures.ratio(RATE, RING, Distance.NEAR)).isNaN();
    assertThat(figures.ratioAnywhere(RATE, RING)).isNaN();
    assertThat(figures.count(RATE, Distance.NEAR)).isZero();
    assertThat(figures.mostAllocated(RATE)).isZero();
    assertThat(figures.has(RATE)).isFalse();
  }

  /// A line that takes 90 ns one way is no longer near, one that takes 120 is far; a pair that
  /// moved during its slice is neither.
  @ParameterizedTest
  @CsvSource({
    "89.9, 89.9, NEAR",
    "90, 89, MIXED",
    "89, 90, MIXED",
    "119.9, 119.9, MIXED",
    "30, 200, MIXED",
    "200, 30, MIXED",
    "120, 119, MIXED",
    "120, 120, FAR"
  })
  void aSliceIsNearOrFarWhenItBeganAndEndedSo(double before, double after, Distance distance) {
    assertThat(new Sample(1, 1, before, after, 0, 0, 0).distance()).isEqualTo(distance);
  }

  @Test
  void nearAndFarAreNotMixed() {
    add(RATE, NEAR, 3, 4, 5);
    add(RATE, FAR, 30, 40);
    figures.add(RATE, 9, new Sample(1, 1e6, NEAR, FAR, 0, 0, 0));

    assertThat(figures.nanos(RATE, Distance.NEAR)).isEqualTo(4);
    assertThat(figures.nanos(RATE, Distance.FAR)).isEqualTo(35);
    assertThat(figures.nanosAnywhere(RATE)).isEqualTo(17.5);
    assertThat(figures.count(RATE, Distance.NEAR)).isEqualTo(3);
    assertThat(figures.count(RATE, Distance.FAR)).isEqualTo(2);
  }

  @Test
  void slicesThatWereInterruptedAreLeftOutWhenThereAreEnoughOthers() {
    for (int round = 0; round < 7; round++) {
      figures.add(RATE, round, sample(1_000, NEAR, 1));
    }
    add(RATE, NEAR, 1, 2, 3, 4);
    assertThat(figures.count(RATE, Distance.NEAR)).isEqualTo(11);
    assertThat(figures.nanos(RATE, Distance.NEAR)).isEqualTo(1_000);

    figures.add(RATE, 20, sample(5, NEAR, 0));
    assertThat(figures.count(RATE, Distance.NEAR)).isEqualTo(5);
    assertThat(figures.nanos(RATE, Distance.NEAR)).isEqualTo(3);
  }

  @Test
  void aTripCountsHalf() {
    var trip = new Figures.Key("weft", "RSR1_TRIP", 0);
    add(trip, NEAR, 100, 120, 140);
    add(RATE, NEAR, 10, 10, 10);

    assertThat(figures.nanos(trip, Distance.NEAR)).isEqualTo(60);
    assertThat(figures.ratio(trip, RATE, Distance.NEAR)).isEqualTo(6);
    assertThat(figures.raw().getFirst()).containsEntry("nanos", 50.0);
  }

  /// On a machine that gets slower and slower both medians drift; their rounds' ratios do not.
  @Test
  void aRatioIsTakenWithinEachRound() {
    add(RING, NEAR, 1, 2, 4, 8, 16);
    add(RATE, NEAR, 2, 4, 8, 16, 32);
    assertThat(figures.ratio(RATE, RING, Distance.NEAR)).isEqualTo(2);

    var slow = new Figures.Key("weft", "RSR2_RATE", 0);
    for (int round = 2; round < 5; round++) {
      figures.add(slow, round, sample(3 << round, NEAR, 0));
    }
    // Only rounds that have both: the medians' own ratio would be 24 to 4.
    assertThat(figures.ratio(slow, RING, Distance.NEAR)).isEqualTo(3);
  }

  @Test
  void withFewerThanThreeCommonRoundsTheMediansAreCompared() {
    figures.add(RATE, 0, sample(6, NEAR, 0));
    figures.add(RATE, 1, sample(8, NEAR, 0));
    figures.add(RING, 5, sample(2, NEAR, 0));
    assertThat(figures.ratio(RATE, RING, Distance.NEAR)).isEqualTo(3.5);
  }

  @Test
  void aRatioAnywhereMindsTheRoundAndNotTheDistance() {
    for (int round = 0; round < 3; round++) {
      figures.add(RATE, round, sample(10 * (round + 1), round == 0 ? NEAR : FAR, 0));
      figures.add(RING, round, sample(round + 1, NEAR, 3));
    }
    figures.add(RATE, 8, sample(1e9, NEAR, 0));
    assertThat(figures.ratioAnywhere(RATE, RING)).isEqualTo(10);
  }

  @Test
  void allocationIsToldByMedianAndByTheWorstSlice() {
    for (double bytes : new double[] {0, 0, 24}) {
      figures.add(RATE, 0, new Sample(1, 1, NEAR, FAR, bytes, 0, 0));
    }
    assertThat(figures.allocated(RATE)).isZero();
    assertThat(figures.mostAllocated(RATE)).isEqualTo(24);
  }

  @Test
  void everySampleGoesIntoTheFile() {
    figures.add(RATE, 4, new Sample(1, 2.5, 30, 130, 8, 2, 77));
    assertThat(figures.raw())
        .singleElement()
        .satisfies(one ->
            assertThat(one)
                .containsEntry("party", "weft")
                .containsEntry("kind", "RSR1_RATE")
                .containsEntry("size", 0L)
                .containsEntry("round", 4)
                .containsEntry("nanos", 2.5)
                .containsEntry("lineBefore", 30.0)
                .containsEntry("lineAfter", 130.0)
                .containsEntry("distance", "mixed")
                .containsEntry("switches", 2L)
                .containsEntry("allocated", 8.0));
  }

  @Test
  void allSlicesAreShownBesideThoseThatCount() {
    add(RATE, NEAR, 10, 10, 10, 10, 10);
    for (int round = 5; round < 10; round++) {
      figures.add(RATE, round, sample(4_000, NEAR, 1));
    }
    var out = new java.io.ByteArrayOutputStream();
    figures.allSlices(new Report(new java.io.PrintStream(out, true)), 0);
    assertThat(out.toString(java.nio.charset.StandardCharsets.UTF_8))
        .containsPattern("weft: RSR1_RATE +2,005 +4,000 +10.0 +50.0 +10");
  }
}
