// SPDX-License-Identifier: Apache-2.0
package weft.apps.finegrain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.Job;
import weft.Weft;
import weft.WeftConfig;
import weft.World;
import weft.options.OptionException;
import weft.testkit.Sampled;

/// The programs check their own results, and fail when these are wrong.
@Sampled
class FineGrainTest {
  private static void launch(int ranks, String args, Consumer<World> program) {
    try (Job job = Weft.open(WeftConfig.ofRanks(ranks).withArgs(List.of(args.split(" "))))) {
      job.run(program::accept);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void histogramsAreRight(int ranks) {
    launch(ranks, "--updates 20000 --entries 100 --rounds 2", Histogram::run);
    launch(ranks, "--updates 3000 --entries 1 --rounds 1 --buffer 64 --buffers 3", Histogram::run);
    launch(ranks, "--updates 3000 --entries 100 --rounds 1 --flush-each", Histogram::run);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void gatheredWordsAreRight(int ranks) {
    launch(ranks, "--reads 20000 --words 100 --window 1000 --rounds 2", IndexGather::run);
    launch(ranks, "--reads 5000 --words 3 --window 1 --rounds 1", IndexGather::run);
    launch(ranks, "--reads 5000 --words 3 --window 20000 --rounds 1", IndexGather::run);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void sparseProductsAreThoseOfASequentialComputation(int ranks) {
    launch(ranks, "--rows 3000 --far 3 --rounds 2 --steps 4", SparseProduct::run);
    launch(ranks, "--rows 700 --far 1000000 --rounds 1 --p 0 --seed 9", SparseProduct::run);
    launch(ranks, "--rows 1 --far 1 --rounds 1 --steps 2", SparseProduct::run);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void treesAreValid(int ranks) {
    launch(ranks, "--scale 8 --roots 3 --seed 5", Bfs::run);
    launch(ranks, "--scale 1 --edge-factor 2 --roots 1", Bfs::run);
  }

  /// A tree that is wrong at one place of rank 0 is refused on all ranks.
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void aWrongTreeIsRefused(int ranks) {
    launch(
        ranks,
        "",
        world -> {
          var bfs = new Bfs(world, 9);
          world.start();
          bfs.generate(3, 5);
          long root = bfs.nextRoot(new SplittableRandom(4));
          bfs.from(root, true);
          assertThat(bfs.validate(root)).isPositive();
          for (Damage damage : Damage.values()) {
            long[] parents = bfs.parent.clone();
            int[] levels = bfs.level.clone();
            if (world.rank() == 0) {
              damage(damage, bfs, root);
            }
            assertThatThrownBy(() -> bfs.validate(root))
                .as(damage.toString())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the tree from vertex " + root + " is wrong at");
            System.arraycopy(parents, 0, bfs.parent, 0, parents.length);
            System.arraycopy(levels, 0, bfs.level, 0, levels.length);
            assertThat(bfs.validate(root)).isPositive();
          }
        });
  }

  private enum Damage {
    WRONG_LEVEL,
    NO_EDGE_TO_PARENT,
    FORGOTTEN,
    FOUND_IN_VAIN
  }

  private static void damage(Damage damage, Bfs bfs, long root) {
    for (int v = 0; v < bfs.parent.length; v++) {
      boolean found = bfs.parent[v] != Bfs.NONE && bfs.graph.global(v) != root;
      switch (damage) {
        case WRONG_LEVEL -> {
          if (found) {
            bfs.level[v]++;
            return;
          }
        }
        case NO_EDGE_TO_PARENT -> {
          // Another one of the parent's level: the levels are those of a tree.
          for (int w = 0; found && w < bfs.parent.length; w++) {
            if (bfs.level[w] == bfs.level[v] - 1 && !isEdge(bfs, v, bfs.graph.global(w))) {
              bfs.parent[v] = bfs.graph.global(w);
              return;
            }
          }
        }
        case FORGOTTEN -> {
          if (found) {
            bfs.parent[v] = Bfs.NONE;
            bfs.level[v] = -1;
            return;
          }
        }
        case FOUND_IN_VAIN -> {
          if (bfs.parent[v] == Bfs.NONE) {
            bfs.parent[v] = root;
            bfs.level[v] = 1;
            return;
          }
        }
      }
    }
    throw new AssertionError("rank 0 has no vertex for " + damage);
  }

  private static boolean isEdge(Bfs bfs, int local, long other) {
    for (int e = 0; e < bfs.graph.degree(local); e++) {
      if (bfs.graph.neighbour(local, e) == other) {
        return true;
      }
    }
    return false;
  }

  @ParameterizedTest
  @ValueSource(strings = {"--scale 0", "--roots x", "--unknown 1"})
  void wrongOptionsAreRefused(String args) {
    assertThatThrownBy(() -> launch(2, args, Bfs::run))
        .hasStackTraceContaining(OptionException.class.getName());
  }
}
