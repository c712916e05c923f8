// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.collective.internal.data.ElementType;
import weft.collective.internal.wire.Header;
import weft.collective.internal.wire.HeapPlace;
import weft.collective.internal.wire.Signature;
import weft.collective.schedule.Algorithms;
import weft.collective.schedule.Collective;
import weft.collective.schedule.EngineLimits;
import weft.collective.schedule.Shape;

/// What an inner rank of a broadcast passes on where ranks share memory: not a copy, but where its
/// parent's chunk stands (AP3000 paper, section 4.2).
final class InnerRankTest {
  private static final int RANKS = 4;
  private static final int FRAME = 256;
  private static final long CHUNK = 1024;
  private static final int CHUNKS = 3;
  private static final int ELEMENTS = 1280;

  /// A rank has told another where something stands.
  private record Told(int source, int target, int owner) {}

  private final List<Told> told = new ArrayList<>();
  private final SimNetwork network = new SimNetwork(RANKS, FRAME, new Random(7), () -> {});
  private final Core[] cores = new Core[RANKS];
  private final Context[] contexts = new Context[RANKS];
  private final long[][] data = new long[RANKS][ELEMENTS];
  private final GroupCall[] calls = new GroupCall[RANKS];

  private void start(Algorithms.Entry algorithm) {
    int[] members = {0, 1, 2, 3};
    for (int rank = 0; rank < RANKS; rank++) {
      var heap = new SimHeap(1 << 20);
      var wire = new SimWire(network, rank, FRAME, true, heap);
      cores[rank] =
          new Core(
              wire,
              new EngineLimits(64, 2, 4, 512, true),
              (shape, number, element) -> {
                tune(shape);
                return true;
              },
              (collective, number) -> algorithm);
      contexts[rank] = cores[rank].join(0, 0, members);
      int me = rank;
      network.join(
          rank,
          heap,
          (source, a, b, c, d, memory, at, bytes) -> {
            if (Header.kind(b) == Header.PLACE) {
              told.add(new Told(source, me, HeapPlace.rank(d)));
            }
            cores[me].arrive(source, a, b, c, d, memory, at, bytes);
          });
    }
  }

  private static void tune(Shape shape) {
    shape.pipeline(CHUNK, CHUNKS).memory(true, false, false).eager(64).forward(true);
  }

  private void call(int rank) {
    var call = new GroupCall();
    calls[rank] = call;
    tune(
        call.shape
            .set(Collective.BROADCAST, RANKS, rank, 0)
            .amount((long) ELEMENTS * Long.BYTES, Long.BYTES));
    call.out.setArray(data[rank], 0, (long) ELEMENTS * Long.BYTES);
    call.signature = Signature.of(Collective.BROADCAST, 0, ElementType.LONG, 0, false, 0);
    call.agreed = (long) ELEMENTS * Long.BYTES;
    cores[rank].calls().start(contexts[rank], call);
  }

  private void deliverAll() {
    while (network.pendingPairs() > 0) {
      network.deliver(0);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tree", "ring"})
  void passesOnWhereTheParentsChunkStands(String name) {
    start(Algorithms.get(Collective.BROADCAST, name));
    Arrays.setAll(data[0], i -> 31L * i + 7);
    // The inner ranks come last: what has come by then they have passed on.
    for (int rank : new int[] {0, 3, 1, 2}) {
      call(rank);
      deliverAll();
    }
    for (int rank = 0; rank < RANKS; rank++) {
      assertThat(calls[rank].isDone()).as("rank %s is done", rank).isTrue();
      assertThat(data[rank]).as("what rank %s has", rank).isEqualTo(data[0]);
    }
    assertThat(told).extracting(Told::owner).containsOnly(0);
    assertThat(told).extracting(Told::source).contains(0, name.equals("ring") ? 1 : 2);
    for (int rank = 0; rank < RANKS; rank++) {
      assertThat(cores[rank].open()).isZero();
      cores[rank].close();
    }
  }
}
