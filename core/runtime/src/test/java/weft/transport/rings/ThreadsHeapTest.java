// SPDX-License-Identifier: Apache-2.0
package weft.transport.rings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import weft.WeftException;
import weft.memory.HeapLayout;
import weft.memory.Place;
import weft.memory.Words;
import weft.transport.Transport;

/// The registered heaps of a job of threads.
final class ThreadsHeapTest {
  private static final HeapLayout LAYOUT = new HeapLayout(1 << 20, false);

  private static MemorySegment heap(Transport end, int rank) {
    return Objects.requireNonNull(end.heap(rank));
  }

  @Test
  void whatOneRankWritesIntoAnothersHeapIsThere() {
    try (var job = new ThreadsJob(3, 0, LAYOUT);
        Transport zero = job.join(0);
        Transport two = job.join(2)) {
      two.commitHeap(LAYOUT.symmetric(), 64);
      Words.set(heap(zero, 2), LAYOUT.symmetric() + 8, 77);

      assertThat(Words.get(heap(two, 2), LAYOUT.symmetric() + 8)).isEqualTo(77);
      assertThat(heap(zero, 1).byteSize()).isEqualTo(LAYOUT.extent());
    }
  }

  @Test
  void afterTheEndEveryAccessIsAnException() {
    var job = new ThreadsJob(1, 0, LAYOUT);
    Transport end = job.join(0);
    end.commitHeap(0, 64);
    MemorySegment heap = heap(end, 0);
    job.close();
    job.close();

    assertThatThrownBy(() -> Words.get(heap, 0)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> end.heap(0))
        .isInstanceOf(WeftException.class)
        .hasMessageContaining("the job is over");
    assertThatThrownBy(() -> end.commitHeap(0, 64))
        .isInstanceOf(WeftException.class)
        .hasMessageContaining("the job is over");
  }

  @Test
  void nothingHasANameAndAJobWithoutMemoryMakesNothing() {
    var layout = new HeapLayout(HeapLayout.DEFAULT_BYTES, true);
    try (var job = new ThreadsJob(64, 0, layout);
        Transport end = job.join(63)) {
      end.commitHeap(0, 1);
      assertThat(heap(end, 0).byteSize()).isEqualTo(layout.extent());
      for (Place place : new Place[] {Place.shared(System.getenv()), Place.temporary()}) {
        File[] left =
            place.directory().listFiles((in, name) -> name.startsWith(ProcessHeaps.prefix()));
        assertThat(left).isNullOrEmpty();
      }
    }
  }
}
