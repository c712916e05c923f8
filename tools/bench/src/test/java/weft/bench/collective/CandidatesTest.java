// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import weft.collective.schedule.Choices;
import weft.collective.schedule.Layout;

class CandidatesTest {
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
