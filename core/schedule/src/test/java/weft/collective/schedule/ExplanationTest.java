// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExplanationTest {
  private static Explanation explain(Collective collective, String name, int size, long bytes) {
    return Explanation.of(
        Algorithms.get(collective, name),
        rank ->
            new Shape()
                .set(collective, size, rank, 0)
                .amount(bytes, 8)
                .memory(true, false, false)
                .pipeline(64, 8));
  }

  @Test
  void binomialBroadcastHasAMessageForEachRankAndLogarithmicChains() {
    Explanation.Totals totals = explain(Collective.BROADCAST, "binomial", 8, 16).totals();
    assertThat(totals.messages()).isEqualTo(7);
    assertThat(totals.bytes()).isEqualTo(7 * 16);
    assertThat(totals.copied()).isEqualTo(7 * 16);
    assertThat(totals.chain()).isEqualTo(3);
  }

  @Test
  void ringAllreduceSendsEachByteTwiceForEachRankButOne() {
    Explanation.Totals totals = explain(Collective.ALLREDUCE, "ring", 4, 64).totals();
    assertThat(totals.bytes()).isEqualTo(2 * 3 * 64);
    assertThat(totals.combined()).isEqualTo(3 * 64);
    assertThat(totals.chain()).isEqualTo(6);
  }

  @Test
  void everyAlgorithmIsComplete() {
    for (Collective collective : Collective.values()) {
      for (Algorithms.Entry entry : Algorithms.of(collective)) {
        for (int size : new int[] {1, 2, 5, 8}) {
          Explanation explanation = explain(collective, entry.name(), size, 400);
          assertThat(explanation.isComplete()).isTrue();
          assertThat(explanation.text("+")).contains("longest chain").doesNotContain("never");
        }
      }
    }
  }

  @Test
  void textNamesTheRanksThatGetTheResult() {
    assertThat(explain(Collective.ALLREDUCE, "puts", 2, 16).text("sum"))
        .contains("offer to 1: 8 bytes of")
        .contains("target at 1: 8 bytes, waits for its step")
        .contains(" and targets = operands sum IN, 8 bytes");
    assertThat(explain(Collective.REDUCE, "puts", 2, 16).text("sum"))
        .contains("target at 0: 8 bytes, waits for its step")
        .contains("fold: targets = operands sum IN+8, 8 bytes");
  }

  @Test
  void textNamesRankStepPeerBytesOperatorAndWhatItWaitsFor() {
    assertThat(explain(Collective.REDUCE, "flat", 2, 8).text("sum"))
        .contains("reduce, algorithm flat, 2 ranks, root 0, 8 bytes")
        .contains("rank 0   step 1    after 1   receive from 1: 8 bytes, waits for its step 1")
        .contains("rank 0   step 2    after 1   operand of 1: 8 bytes")
        .contains("rank 0   step 3    after 1   fold: OUT = operands sum IN, 8 bytes")
        .contains("rank 1   step 1    after 0   send to 0: 8 bytes of IN")
        .contains("1 messages of 8 bytes, 0 bytes copied, 8 combined");
  }

  @Test
  void sendsThatNeverComeAreSaid() {
    Algorithms.Entry broken =
        new Algorithms.Entry(
            Collective.BARRIER,
            "broken",
            0,
            (shape, schedule) -> {
              schedule.enter();
              schedule.receive(1 - shape.rank(), 0);
            },
            shape -> true,
            true);
    Explanation explanation =
        Explanation.of(broken, rank -> new Shape().set(Collective.BARRIER, 2, rank, 0));
    assertThat(explanation.isComplete()).isFalse();
    assertThat(explanation.text("")).contains("never sent", "does not exist");
  }
}
