// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import weft.bench.BenchMachine;
import weft.bench.collective.rank.Errand;

/// Assigns cores to ranks if there are at least as many ranks as cores. The kernel would choose
/// differently from slice to slice. Patterns of plain sends take up to half as long again with some
/// neighbours on a core. So all parties are bound alike, and each of a few placements is measured.
///
/// ```
/// place CORE CORE …     the core of each rank; 0 is the first that the process may use
/// ok 1                  or 0: whether this rank is bound there now
/// ```
public final class Placement implements Errand {
  public static final String VERB = "place";

  /// The number of placements: in blocks, cyclic, and cyclic with alternating direction. For four
  /// ranks on two cores these are all.
  static final int WAYS = 3;

  private static final int MASK_BYTES = 128;

  private final int rank;
  private final List<Integer> allowed;

  /// Creates the errand of `rank`, on the rank's thread before it is bound.
  public Placement(int rank) {
    this.rank = rank;
    this.allowed = allowed();
  }

  /// The line for all ranks before this round; empty if there are more cores than ranks.
  static String line(int round, int ranks, int cores) {
    return ranks < cores
        ? ""
        : IntStream.range(0, ranks)
            .mapToObj(rank -> Integer.toString(core(round % WAYS, rank, ranks, cores)))
            .collect(Collectors.joining(" ", VERB + " ", ""));
  }

  /// The line for all `ranks` ranks while one computes and the others wait. The `watched` ranks
  /// share the other cores, because the measurement needs them to run; the rest are on its core. It
  /// is empty if there is a core for each rank, or only one core.
  static String apart(List<Integer> watched, int ranks, int cores) {
    return ranks <= cores || cores < 2
        ? ""
        : IntStream.range(0, ranks)
            .map(watched::indexOf)
            .mapToObj(index -> Integer.toString(index < 0 ? 0 : 1 + index % (cores - 1)))
            .collect(Collectors.joining(" ", VERB + " ", ""));
  }

  /// An action that binds the ranks of all these teams alike before each round, if they fill the
  /// cores. If binding is not permitted, the kernel places all of them.
  static IntConsumer before(List<Team> teams) {
    return round -> {
      for (Team team : teams) {
        String line = line(round, team.ranks(), BenchMachine.cores());
        if (!line.isEmpty()) {
          var _ = team.ask(line);
        }
      }
    };
  }

  /// The core of `rank` in one of the placements.
  static int core(int way, int rank, int ranks, int cores) {
    int turn = rank / cores;
    return switch (way) {
      case 0 -> rank * cores / ranks;
      case 1 -> rank % cores;
      default -> turn % 2 == 0 ? rank % cores : cores - 1 - rank % cores;
    };
  }

  @Override
  public String run(String[] words) {
    int core = Integer.parseInt(words[1 + rank]);
    return Answer.of(core < allowed.size() && bind(allowed.get(core)) ? 1 : 0);
  }

  private static List<Integer> allowed() {
    var processors = new ArrayList<Integer>();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(MASK_BYTES);
      if (call("sched_getaffinity", mask)) {
        for (int processor = 0; processor < 8 * MASK_BYTES; processor++) {
          if ((mask.get(JAVA_BYTE, processor / 8) >> processor % 8 & 1) != 0) {
            processors.add(processor);
          }
        }
      }
    }
    return processors;
  }

  /// Binds this thread to a processor.
  private static boolean bind(int processor) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(MASK_BYTES);
      mask.set(JAVA_BYTE, processor / 8, (byte) (1 << processor % 8));
      return call("sched_setaffinity", mask);
    }
  }

  @SuppressWarnings("restricted") // the benchmark enables native access for its ranks
  private static boolean call(String function, MemorySegment mask) {
    Linker linker = Linker.nativeLinker();
    return linker
        .defaultLookup()
        .find(function)
        .map(found ->
            linker.downcallHandle(
                found, FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS)))
        .map(handle -> {
          try {
            return (int) handle.invokeExact(0, (long) MASK_BYTES, mask) >= 0;
          } catch (Throwable e) {
            throw new IllegalStateException(e);
          }
        })
        .orElse(false);
  }
}
