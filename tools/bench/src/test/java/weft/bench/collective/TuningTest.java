// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import weft.collective.schedule.Choices;
import weft.collective.schedule.Layout;

class TuningTest {
  private static Tuning.Winners winner(long bytes, String algorithm, long chunk) {
    Cell cell = cell(bytes, algorithm, chunk);
    return new Tuning.Winners(cell, cell, cell);
  }

  private static Cell cell(long bytes, String algorithm, long chunk) {
    return new Cell(4, "broadcast", bytes, algorithm, chunk, 8);
  }

  @Test
  void whatIsFasterForOneKindOfMemoryHasARuleBeforeTheOneForAny() {
    var winners =
        new Tuning.Winners(
            cell(4096, "flat", 1024), cell(4096, "tree", 1024), cell(4096, "flat", 1024));
    var others =
        new Tuning.Winners(
            cell(65536, "flat", 1024), cell(65536, "flat", 1024), cell(65536, "flat", 2048));
    var text = new ArrayList<String>();
    for (Choices.Rule rule : Tuning.rules(List.of(winners, others), 4)) {
      text.add(rule.bytes() + " " + rule.entry().name() + " " + rule.chunk() + rule.layout());
    }
    assertThat(text)
        .containsExactly(
            "16384 tree 1024ARRAYS",
            "16384 flat 1024ANY",
            Long.MAX_VALUE + " flat 2048REGISTERED",
            Long.MAX_VALUE + " flat 1024ANY");
  }

  @Test
  void eachWinnerIsGoodUpToTheMiddleBeforeTheNext() {
    List<Choices.Rule> rules =
        Tuning.rules(
            List.of(
                winner(8, "flat", 65536),
                winner(1024, "flat", 65536),
                winner(4096, "binomial", 65536),
                winner(65536, "chunks", 16384),
                winner(1 << 20, "chunks", 131072)),
            4);
    var text = new ArrayList<String>();
    for (Choices.Rule rule : rules) {
      text.add(rule.bytes() + " " + rule.entry().name() + " " + rule.chunk());
      assertThat(rule.ranks()).isEqualTo(4);
      assertThat(rule.chunks()).isEqualTo(8);
    }
    assertThat(text)
        .containsExactly(
            "2048 flat 65536",
            "16384 binomial 65536",
            "262144 chunks 16384",
            Long.MAX_VALUE + " chunks 131072");
  }

  @Test
  void candidatesThatDoTheSameAreTriedOnce() {
    var candidates = new Candidates(Choices.builtIn());
    List<Long> lengths = List.of(16L << 10, 64L << 10);
    List<Integer> numbers = List.of(4, 8);
    // 8 bytes are one chunk whatever its length: as many candidates as algorithms.
    Cell small = Cell.of(4, "broadcast", 8);
    List<Cell> few = candidates.all(small, lengths, numbers);
    assertThat(few).hasSameSizeAs(candidates.algorithms(small));
    assertThat(few.stream().map(Cell::algorithm)).doesNotHaveDuplicates();
    // 64 KB: one chunk, or four.
    List<Cell> more = candidates.all(Cell.of(4, "broadcast", 64 << 10), lengths, numbers);
    assertThat(more.stream().filter(cell -> cell.algorithm().equals("chunks"))).hasSize(2);
    // 1 MB: 64 chunks or 16, of which 4 or 8 may be under way.
    List<Cell> most = candidates.all(Cell.of(4, "broadcast", 1 << 20), lengths, numbers);
    assertThat(most.stream().filter(cell -> cell.algorithm().equals("chunks"))).hasSize(4);
    assertThat(most.stream().filter(cell -> cell.algorithm().equals("flat"))).hasSize(1);
  }

  @Test
  void theChosenOneIsAmongTheCandidates() {
    var candidates = new Candidates(Choices.builtIn());
    for (String name : CollectiveOptions.COLLECTIVES) {
      for (long bytes : new long[] {8, 8192, 4 << 20}) {
        for (int ranks : new int[] {2, 3, 8}) {
          Cell cell = Cell.of(ranks, name, name.equals("barrier") ? 0 : bytes);
          assertThat(candidates.algorithms(cell)).contains(candidates.chosen(cell, Layout.ANY));
        }
      }
    }
  }
}
