// SPDX-License-Identifier: Apache-2.0
package weft.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// The expressions of the τ-Lop supplement, and what both evaluators make of them.
class TauLopTest {
  private static final long SEED = 20170402;

  /// Channel 0: o = 1, L = τ·m/1000, copied in and out. Channel 1: o = 10, L = τ·m/500.
  private static final Platform TOY =
      Platform.of("toy", channel("memory", 1, 1 / 1000.0, 2), channel("network", 10, 1 / 500.0, 1));

  private static CostChannel channel(String name, double overhead, double perByte, int copies) {
    long[] sizes = {1, 1000, 2000, 4000, 8000};
    int[] counts = {1, 2, 3, 4};
    double[][] times = new double[sizes.length][counts.length];
    for (int i = 0; i < sizes.length; i++) {
      for (int k = 0; k < counts.length; k++) {
        times[i][k] = perByte * sizes[i] * counts[k];
      }
    }
    return new CostChannel(
        name,
        new TimeTable(new long[] {0}, new int[] {1}, new double[][] {{overhead}}),
        new TimeTable(sizes, counts, times),
        copies);
  }

  private static Transmission t(int channel, long bytes) {
    return new Transmission(channel, bytes, 1);
  }

  private static TauLopConcurrent at(TauLopSequence... sequences) {
    return TauLopConcurrent.of(sequences);
  }

  private static void check(TauLopConcurrent set, double compat, double frac) {
    assertThat(set.evaluate(TOY, new TauLopCompat()).time()).isCloseTo(compat, within(5e-4));
    for (Contention contention : Contention.values()) {
      assertThat(set.evaluate(TOY, new TauLopFrac(contention)).time())
          .isCloseTo(frac, within(5e-5));
    }
  }

  /// Code 2.
  @Test
  void oneTransmissionCostsOverheadAndMovements() {
    check(at(TauLopSequence.of(new Transmission(0, 1000, 1))), 3, 3);
    assertThat(at(TauLopSequence.of(t(0, 1000))).evaluate(TOY).toString())
        .isEqualTo("T⁰(1000) = 3.000 µs");
  }

  @Test
  void equalTransmissionsAtOnceMultiplyMovementsButNotTheOverhead() {
    check(at(TauLopSequence.of(new Transmission(0, 1000, 2))), 5, 5);
    check(at(TauLopSequence.of(t(0, 1000)), TauLopSequence.of(t(0, 1000))), 5, 5);
    assertThat(at(TauLopSequence.of(new Transmission(0, 1000, 2))).toString())
        .isEqualTo("2‖T⁰(1000)");
  }

  /// Code 3: the hosts of the two processes determine the channel.
  @Test
  void transmissionsBetweenProcessesTakeTheirChannel() {
    var source = new PlacedRank(0, 0);
    assertThat(new Transmission(source, new PlacedRank(1, 0), 8, 1).channel()).isEqualTo(0);
    assertThat(new Transmission(source, new PlacedRank(2, 1), 8, 1).channel()).isEqualTo(1);
  }

  /// Code 4.
  @Test
  void stepsOfASequenceAddUp() {
    check(at(TauLopSequence.of(t(0, 1000), t(0, 2000))), 3 + 5, 3 + 5);
  }

  /// Code 5.
  @Test
  void unequalTransmissionsShareTheChannelUntilOneEnds() {
    check(at(TauLopSequence.of(t(0, 1000)), TauLopSequence.of(t(0, 2000))), 8, 7.2222);
  }

  @Test
  void channelsThatDoNotInteractCostTheMaximum() {
    check(at(TauLopSequence.of(t(0, 4000)), TauLopSequence.of(t(1, 1000))), 20.998, 12);
  }

  /// Code 6, with the sequences of Fig. 3 cut to two.
  @Test
  void sequencesMeetOnTheSameChannel() {
    check(
        at(TauLopSequence.of(t(0, 1000), t(1, 1000)), TauLopSequence.of(t(1, 1000), t(0, 1000))),
        19.996,
        16.5);
  }

  /// Code 7: an expression, its cost, its time.
  @Test
  void theCostHasTermsThatAreDominant() {
    TauLopConcurrent conc = new TauLopConcurrent();
    TauLopSequence seq = new TauLopSequence();
    seq.add(new Transmission(1, 1000, 1));
    seq.add(new Transmission(0, 2000, 1));
    seq.add(new Transmission(1, 2000, 1));
    conc.add(seq);
    TauLopCost tc = conc.evaluate(TOY);
    assertThat(tc.time()).isEqualTo(12 + 5 + 14);
    assertThat(tc.dominant().getFirst().text()).isEqualTo("T¹(2000)");
    assertThat(tc.terms()).hasSize(3);
  }

  @Test
  void repeatedTermsAreWrittenOnce() {
    var cost = new TauLopCost().add("a", 1);
    for (int i = 0; i < 3; i++) {
      cost.add("b", 1).add("c", 2);
    }
    assertThat(cost.add("c", 1).toString()).isEqualTo("a + 3·(b + c) + c = 11.000 µs");
  }

  @Test
  void destinationsContendApart() {
    var set = new TauLopConcurrent();
    for (int node : new int[] {1, 1, 2}) {
      set.add(TauLopSequence.of(new Transmission(1, 0, node, 1000, 1)));
    }
    assertThat(set.evaluate(TOY, new TauLopCompat()).time()).isCloseTo(23.996, within(5e-4));
    assertThat(set.evaluate(TOY).time()).isCloseTo(14, within(1e-9));
    assertThat(set.evaluate(TOY, new TauLopFrac(Contention.CHANNEL)).time()).isEqualTo(16);
    assertThat(set.evaluate(TOY, new TauLopFrac(Contention.BOTH_ENDS)).time()).isEqualTo(16);
  }

  /// Code 8: a broadcast by a binomial tree over 8 ranks on 2 hosts.
  @Test
  void collectivesOfTheSeedAreSetsOfStages() {
    var world = new Communicator(Mapping.blocks(8, 2));
    var cost = new TauLopCost();
    for (int distance = 4; distance > 0; distance /= 2) {
      var stage = new TauLopConcurrent();
      for (int rank = 0; rank < 8; rank += 2 * distance) {
        stage.add(TauLopSequence.of(world.send(rank, rank + distance, 1000)));
      }
      cost.add(stage.evaluate(TOY), 1);
    }
    // One over the network, then one within each host, then two within each.
    assertThat(cost.time()).isCloseTo(12 + 3 + 5, within(1e-9));
  }

  /// Code 9: each pair of neighbours in a sequence of its own.
  @Test
  void waveKernelOfTheSeed() {
    var comm = new Communicator(Mapping.blocks(2, 2));
    int[][] boundary = {{0, 125}, {125, 0}};
    var conc = new TauLopConcurrent();
    for (int src = 0; src < comm.size(); src++) {
      for (int dst = 0; dst < comm.size(); dst++) {
        int size = boundary[src][dst];
        if (size > 0) {
          conc.add(TauLopSequence.of(comm.send(src, dst, size * 8L)));
        }
      }
    }
    // Each goes to another host, so they do not contend.
    assertThat(conc.evaluate(TOY).time()).isCloseTo(12, within(1e-12));
  }

  @Test
  void bothEvaluatorsAgreeOnOneGroupOfEqualSizes() {
    for (int count = 1; count <= 4; count++) {
      for (long bytes : new long[] {1000, 2000, 8000}) {
        var set = new TauLopConcurrent();
        for (int i = 0; i < count; i++) {
          set.add(TauLopSequence.of(t(0, bytes)));
        }
        double expected = 1 + 2.0 * count * bytes / 1000;
        assertThat(set.evaluate(TOY).time()).isCloseTo(expected, within(1e-9));
        assertThat(set.evaluate(TOY, new TauLopCompat()).time()).isCloseTo(expected, within(1e-4));
      }
    }
  }

  @Test
  void theOrderOfSequencesDoesNotChangeThePrice() {
    System.out.println("seed " + SEED);
    var random = new SplittableRandom(SEED);
    for (int trial = 0; trial < 200; trial++) {
      List<TauLopSequence> sequences = new ArrayList<>();
      int count = random.nextInt(1, 8);
      for (int i = 0; i < count; i++) {
        var sequence = new TauLopSequence();
        for (int k = random.nextInt(1, 5); k > 0; k--) {
          sequence.add(
              new Transmission(
                  random.nextInt(2),
                  random.nextInt(3),
                  random.nextInt(3),
                  random.nextLong(1, 9000),
                  random.nextInt(1, 3)));
        }
        sequences.add(sequence);
      }
      var set = new TauLopConcurrent();
      sequences.forEach(set::add);
      Collections.shuffle(sequences, new Random(random.nextLong()));
      var shuffled = new TauLopConcurrent();
      sequences.forEach(shuffled::add);
      for (Contention contention : Contention.values()) {
        var evaluator = new TauLopFrac(contention);
        assertThat(shuffled.evaluate(TOY, evaluator).time())
            .isCloseTo(set.evaluate(TOY, evaluator).time(), within(1e-7));
      }
    }
  }

  @Test
  void reductionsDoNotInteractWithMessages() {
    Platform platform =
        new Platform(
            "toy with sums",
            TOY.channels(),
            new Computing(java.util.Map.of("sum", TimeTable.linear(0, 0.001)), 1),
            CallCosts.NONE,
            List.of());
    var set =
        at(
            TauLopSequence.of(t(0, 1000), new CombiningCost("sum", 0, 0, 5000)),
            TauLopSequence.of(t(1, 1000), new CombiningCost("sum", 0, 1, 1000)));
    assertThat(set.evaluate(platform).time()).isCloseTo(Math.max(3 + 5, 12 + 1), within(1e-9));
  }

  @Test
  void unknownChannelsAreNamed() {
    assertThatThrownBy(() -> at(TauLopSequence.of(t(7, 8))).evaluate(TOY))
        .isInstanceOf(ModelException.class)
        .hasMessage("the platform \"toy\" has the channels 0 to 1, and no channel 7");
  }
}
