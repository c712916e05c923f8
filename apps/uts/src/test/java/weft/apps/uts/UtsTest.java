// SPDX-License-Identifier: Apache-2.0
package weft.apps.uts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;
import weft.mobile.MobileObjects;
import weft.options.OptionException;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// The trees have the published sizes, whoever counts them.
@Sampled
final class UtsTest {
  @ParameterizedTest
  @ValueSource(strings = {"T1", "T2", "T3", "T5"})
  void oneStackCountsWhatWasPublished(String name) {
    TreeShape.Sample sample = Objects.requireNonNull(TreeShape.sample(name));
    TreeCounts counts = byOneStack(sample.shape());
    assertThat(counts.nodes()).isEqualTo(sample.nodes());
    assertThat(counts.leaves()).isEqualTo(sample.leaves());
    assertThat(counts.depth()).isEqualTo(sample.depth());
  }

  private static TreeCounts byOneStack(TreeShape shape) {
    var counts = new TreeCounts();
    TreeNodes nodes = TreeNodes.root(shape);
    while (nodes.count() > 0) {
      nodes.expand(shape, 1000, counts);
    }
    return counts;
  }

  @Test
  void halvesOfAStackAreTheWhole() {
    TreeShape shape = TreeShape.binomial("small", 100, 2, 0.4, 7);
    var counts = new TreeCounts();
    TreeNodes nodes = TreeNodes.root(shape);
    nodes.expand(shape, 30, counts);
    int before = nodes.count();
    TreeNodes half = nodes.split();
    assertThat(half.count() + nodes.count()).isEqualTo(before);
    for (TreeNodes each : List.of(half, nodes)) {
      while (each.count() > 0) {
        each.expand(shape, 7, counts);
      }
    }
    assertThat(counts.nodes()).isEqualTo(byOneStack(shape).nodes()).isGreaterThan(101);
  }

  /// Pieces of a few nodes, so that many move.
  @WeftTest(
      ranks = {1, 2, 3, 8},
      transport = {"threads", "shm"},
      apart = 3)
  void ranksThatStealCountWhatOneDoes(World world) {
    TreeShape shape = TreeShape.geometric("small", TreeShape.Kind.FIXED, 4, 6, 3);
    MobileObjects objects = MobileObjects.of(world);
    var search = new TreeSearch(world, objects, shape, 10);
    search.steal();
    world.start();
    search.run();
    TreeCounts whole = byOneStack(shape);
    Group group = Group.world(world);
    TreeCounts mine = search.counts();
    assertThat(group.allreduce(mine.nodes(), Operator.SUM)).isEqualTo(whole.nodes());
    assertThat(group.allreduce(mine.leaves(), Operator.SUM)).isEqualTo(whole.leaves());
    assertThat(group.allreduce((long) mine.depth(), Operator.MAX)).isEqualTo(whole.depth());
    long moved = group.allreduce(objects.counters().left(), Operator.SUM);
    if (world.rank() == 0) {
      System.out.println(moved + " of " + search.pieces() + " pieces and more have moved");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--tree,T9,'--tree T9 is not known; the trees are T1L, T1, T2, T3, T5'",
    "--piece,0,--piece 0 is not possible",
    "--pieces,1,\"--pieces\" is not an option of uts"
  })
  void wrongOptionsAreSentences(String name, String value, String sentence) {
    assertThatThrownBy(() -> UtsOptions.parse(List.of(name, value)))
        .isInstanceOf(OptionException.class)
        .hasMessageContaining(sentence);
  }
}
