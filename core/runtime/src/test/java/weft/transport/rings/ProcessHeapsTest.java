// SPDX-License-Identifier: Apache-2.0
package weft.transport.rings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import weft.memory.HeapLayout;
import weft.memory.Heaps;
import weft.memory.Place;
import weft.memory.Words;

/// Where the registered heaps of threads are.
final class ProcessHeapsTest {
  private static final long MIB = 1 << 20;
  private static final HeapLayout USUAL = new HeapLayout(HeapLayout.DEFAULT_BYTES, false);

  private static Place shm(long mib) {
    return new Place(new File("/dev/shm"), mib * MIB);
  }

  private static Place tmp(long mib) {
    return new Place(new File("/tmp"), mib * MIB);
  }

  private static List<Place> places(long mib, boolean given, Place shared, Place temporary) {
    return ProcessHeaps.places(mib * MIB, given, shared, temporary);
  }

  @Test
  void thePlaceThatTheUserNamedComesFirst() {
    assertThat(places(512, true, shm(2), tmp(9000))).containsExactly(shm(2), tmp(9000));
    assertThat(places(512, false, shm(2), tmp(9000))).containsExactly(tmp(9000));
  }

  @Test
  void sharedMemoryComesFirstWhereAllHeapsFitOrIsTheLarger() {
    assertThat(places(512, false, shm(600), tmp(9000))).containsExactly(shm(600), tmp(9000));
    assertThat(places(512, false, shm(64), tmp(9000))).containsExactly(tmp(9000), shm(64));
    assertThat(places(512, false, shm(64), tmp(60))).containsExactly(shm(64), tmp(60));
  }

  @Test
  void aPlaceThatCannotBeWrittenIsNone() {
    assertThat(places(512, false, shm(64), tmp(0))).containsExactly(shm(64));
    assertThat(places(512, true, shm(0), tmp(64))).containsExactly(tmp(64));
    assertThat(places(1, true, shm(0), tmp(0))).isEmpty();
  }

  @Test
  void withoutAPlaceHeapsAreSmall() {
    assertThat(ProcessHeaps.fitting(2, USUAL, 128 * MIB, List.of(shm(64)))).isEqualTo(USUAL);
    // All of it is taken at once: 2 ranks × 2 regions × 8 MiB.
    assertThat(ProcessHeaps.fitting(2, USUAL, 128 * MIB, List.of()).bytes()).isEqualTo(8 * MIB);
    assertThat(ProcessHeaps.fitting(64, USUAL, 128 * MIB, List.of()).bytes()).isEqualTo(MIB);
    assertThat(ProcessHeaps.fitting(1, USUAL, 6000 * MIB, List.of()).bytes()).isEqualTo(16 * MIB);
  }

  @Test
  void heapsWithoutAFileServeAsOthersDo() throws IOException {
    var layout = new HeapLayout(MIB, false);
    Heaps heaps = Heaps.allocate(2, layout);
    heaps.commit(1, layout.symmetric(), 64);
    Words.set(heaps.heap(1), layout.symmetric(), 7);
    assertThat(Words.get(heaps.heap(1), layout.symmetric())).isEqualTo(7);
    assertThat(Words.get(heaps.heap(0), layout.symmetric())).isZero();
    assertThat(heaps.state(1)).isEqualTo("it has 1024 KiB of this process's memory");
    heaps.close();
    assertThat(heaps.isOpen()).isFalse();
  }
}
