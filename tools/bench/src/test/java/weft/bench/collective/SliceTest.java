// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SliceTest {
  @Test
  void theLineIsReadAsItWasWritten() {
    var slice = new Slice(new Cell(4, "allreduce", 8192, "ring", 4096, 4), 20, 1000);
    assertThat(slice.line(4)).isEqualTo("run allreduce 8192 20 1000 ring 4096 4");
    assertThat(Slice.parse(4, slice.line(4).split(" "))).isEqualTo(slice);
  }

  @Test
  void withMoreRanksThanCoresABarrierIsTimedWithEachCall() {
    var slice = new Slice(new Cell(4, "allreduce", 8192, "ring", 4096, 4), 20, 1000);
    assertThat(slice.line(2)).isEqualTo("turn allreduce 8192 20 1000 ring 4096 4");
    assertThat(Slice.parse(4, slice.line(2).split(" "))).isEqualTo(slice);
    assertThat(new Slice(Cell.of(4, "barrier", 0), 1, 2).line(2)).startsWith("run barrier ");
  }

  @Test
  void aFigureOfTableOneIsTimedAsABlock() {
    for (PanelCell panel : PanelCell.all(8)) {
      var slice = new Slice(panel.cell(), 1, 2);
      assertThat(slice.line(2)).startsWith("block ");
      Slice read = Slice.parse(8, slice.line(2).split(" "));
      assertThat(PanelCell.of(read.cell())).isEqualTo(panel);
    }
  }

  @Test
  void whatIsNoSliceIsShown() {
    assertThatThrownBy(() -> Slice.parse(2, new String[] {"run", "barrier"}))
        .hasMessageContaining("run barrier");
  }

  @Test
  void sizesAreReadAsPeopleWriteThem() {
    assertThat(Cell.bytes("8")).isEqualTo(8);
    assertThat(Cell.bytes("8K")).isEqualTo(8192);
    assertThat(Cell.bytes("256kb")).isEqualTo(262_144);
    assertThat(Cell.bytes("4MB")).isEqualTo(4 << 20);
    for (String wrong : new String[] {"", "7", "-8", "0", "8G", "K", "many"}) {
      assertThatThrownBy(() -> Cell.bytes(wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("not " + wrong);
    }
  }

  @Test
  void sizesAreWrittenAsPeopleReadThem() {
    assertThat(Cell.text(8)).isEqualTo("8 B");
    assertThat(Cell.text(8192)).isEqualTo("8 KB");
    assertThat(Cell.text(4 << 20)).isEqualTo("4 MB");
    assertThat(Cell.text(1032)).isEqualTo("1032 B");
  }
}
