// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.memory.HeapLayout;
import weft.memory.RecordLayout;
import weft.memory.Words;
import weft.transport.Outbox;
import weft.transport.Sizes;
import weft.transport.rings.Neighbours;

/// Who shares the memory of a host. Here ranks are threads.
final class NeighboursTest {
  private static final HeapLayout SMALL = new HeapLayout(1 << 20, false);
  private static final String[] HOSTS = {"a", "b", "b", "c", "b"};

  @TempDir Path folder;

  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  /// What each rank has, the last of which has these variables.
  private List<Optional<Neighbours>> gather(String[] hosts, Map<String, String> ofLast)
      throws Exception {
    var exchange = new SharedAllGather(hosts.length);
    var futures = new ArrayList<Future<Optional<Neighbours>>>();
    Map<String, String> usual = Map.of("WEFT_SHM_DIR", folder.toString(), "WEFT_RING", "4k");
    for (int rank = 0; rank < hosts.length; rank++) {
      int me = rank;
      Map<String, String> mine = me == hosts.length - 1 && !ofLast.isEmpty() ? ofLast : usual;
      futures.add(
          threads.submit(() -> {
            return Optional.ofNullable(
                NeighbourSearch.gather(
                    me,
                    hosts,
                    Sizes.parse(mine.getOrDefault("WEFT_RING", "4k")),
                    SMALL,
                    mine,
                    exchange.of(me),
                    new SharedHostFile(),
                    null));
          }));
    }
    var all = new ArrayList<Optional<Neighbours>>();
    for (Future<Optional<Neighbours>> each : futures) {
      all.add(each.get());
    }
    return all;
  }

  private void assertThatNothingIsLeft() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void thoseOfOneHostTalkAndKnowEachOtherByTheirRanks() throws Exception {
    var all = gather(HOSTS, Map.of());
    assertThat(all).extracting(Optional::isPresent).containsExactly(false, true, true, false, true);
    assertThatNothingIsLeft();
    for (int source : new int[] {1, 2, 4}) {
      Neighbours from = all.get(source).orElseThrow();
      assertThat(from.areAll()).isFalse();
      for (int target : new int[] {1, 2, 4}) {
        assertThat(from.has(target)).isTrue();
        Outbox out = from.outbox(target);
        assertThat(out.target()).isEqualTo(target);
        long at = out.claim(16);
        Words.set(out.memory(), at + 8, 10 * source + target);
        out.commit(at, 16, RecordLayout.header(RecordLayout.RSR0 + 1, 7, 8));
        var got = new ArrayList<Long>();
        int taken =
            all.get(target)
                .orElseThrow()
                .poll((header, sender, memory, where) -> {
                  got.add((long) sender);
                  got.add(Words.get(memory, where + 8));
                  return true;
                });
        assertThat(taken).isEqualTo(1);
        assertThat(got).containsExactly((long) source, 10L * source + target);
      }
      assertThat(from.has(0)).isFalse();
      assertThat(from.has(3)).isFalse();
      assertThat(from.taken()).isPositive();
    }
    all.forEach(it -> it.ifPresent(Neighbours::close));
  }

  @Test
  void aJobOfOneHostHasItsHeapsThereToo() throws Exception {
    var all = gather(new String[] {"a", "a"}, Map.of());
    Neighbours first = all.get(0).orElseThrow();
    Neighbours second = all.get(1).orElseThrow();
    assertThat(first.areAll()).isTrue();
    first.heaps().commit(0, 0, 64);
    Words.set(first.heaps().heap(0), 8, 42);
    assertThat(Words.get(second.heaps().heap(0), 8)).isEqualTo(42);
    first.close();
    second.close();
    assertThatNothingIsLeft();
  }

  @Test
  void whereOneCannotMapItAllOfTheHostHaveNone() throws Exception {
    // It looks for a file of another length.
    var other = Map.of("WEFT_SHM_DIR", folder.toString(), "WEFT_RING", "8k");
    assertThat(gather(HOSTS, other)).allMatch(Optional::isEmpty);
    assertThatNothingIsLeft();
  }

  @Test
  void wherePlaceIsMissingAllOfTheHostHaveNone() throws Exception {
    // A heap that is asked for, and does not fit, at the one that makes the memory.
    var large = Map.of("WEFT_SHM_DIR", folder.toString(), "WEFT_RING", "4k", "WEFT_HEAP", "900g");
    var exchange = new SharedAllGather(2);
    var futures = new ArrayList<Future<Boolean>>();
    for (int rank = 0; rank < 2; rank++) {
      int me = rank;
      futures.add(
          threads.submit(() ->
              NeighbourSearch.gather(
                      me,
                      new String[] {"a", "a"},
                      4096,
                      new HeapLayout(900L << 30, false),
                      large,
                      exchange.of(me),
                      new SharedHostFile(),
                      null)
                  == null));
    }
    for (Future<Boolean> each : futures) {
      assertThat(each.get()).isTrue();
    }
    assertThatNothingIsLeft();
  }

  @Test
  void theUserMayWantNone() throws Exception {
    assertThat(gather(new String[] {"a"}, Map.of("WEFT_RING", "0"))).allMatch(Optional::isEmpty);
    assertThatNothingIsLeft();
  }
}
