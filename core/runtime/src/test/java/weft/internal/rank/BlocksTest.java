// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import weft.internal.rank.Blocks.Block;

/// The memory of backlogs and reassembly: within the budget, used again, given back.
final class BlocksTest {
  private static final long LIMIT = 1 << 20;

  private final Budget budget = new Budget(LIMIT);
  private final Blocks blocks = new Blocks(budget);

  @AfterEach
  void close() {
    blocks.close();
  }

  @Test
  void aBlockIsAtMostAnEighthTooLarge() {
    assertThat(Blocks.size(1)).isEqualTo(4096);
    for (long bytes = 4097; bytes < 1L << 40; bytes = bytes * 9 / 8 + 7) {
      assertThat(Blocks.size(bytes)).isBetween(bytes, bytes + bytes / 8 + 1);
    }
  }

  @Test
  void theBudgetCountsWholeBlocks() {
    Block first = blocks.takeBeyond(700_000);
    assertThat(budget.used()).isEqualTo(first.bytes());
    assertThat(blocks.takeWithin(400_000)).isNull();
    Block second = requireNonNull(blocks.takeWithin(200_000));
    blocks.give(first);
    blocks.give(second);
    assertThat(budget.used()).isZero();
    assertThat(budget.peak()).isLessThanOrEqualTo(LIMIT);
  }

  @Test
  void whatIsLargerThanTheBudgetIsTakenBeyondIt() {
    Block large = blocks.takeBeyond(3 * LIMIT);
    assertThat(large.bytes()).isGreaterThanOrEqualTo(3 * LIMIT);
    blocks.give(large);
    assertThat(budget.used()).isZero();
    assertThatThrownBy(() -> large.memory.get(java.lang.foreign.ValueLayout.JAVA_BYTE, 0))
        .as("memory as large as this is given back at once")
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aBlockIsUsedAgainForSomethingLikeIt() {
    Block first = blocks.takeBeyond(100_000);
    first.tail = 17;
    blocks.give(first);
    assertThat(blocks.takeWithin(1_000)).as("a hundred times too large").isNotSameAs(first);
    assertThat(blocks.takeWithin(99_000)).isSameAs(first);
    assertThat(first.tail).isZero();
  }

  @Test
  void sparesGiveWayToWhatIsNeeded() {
    Block spare = blocks.takeBeyond(200_000);
    blocks.give(spare);
    Block whole = blocks.takeWithin(LIMIT);
    assertThat(whole).isNotNull();
    assertThat(spare.memory.scope().isAlive()).isFalse();
  }

  @Test
  void theEndFreesAll() {
    Block used = blocks.takeBeyond(10);
    Block spare = blocks.takeBeyond(10);
    blocks.give(spare);
    blocks.close();
    assertThat(used.memory.scope().isAlive()).isFalse();
    assertThat(spare.memory.scope().isAlive()).isFalse();
  }

  /// The network reads on when the rank that sends has thrown.
  @Test
  void theEndFreesNothingThatTheNetworkMayUse() {
    Block used = blocks.takeBeyond(10);
    Block other = blocks.takeBeyond(10);
    blocks.lent();
    blocks.lent();
    blocks.returned();
    blocks.close();
    assertThat(used.memory.scope().isAlive()).isTrue();
    assertThat(other.memory.scope().isAlive()).isTrue();
    blocks.returned();
    blocks.close();
    assertThat(used.memory.scope().isAlive()).isFalse();
    assertThat(other.memory.scope().isAlive()).isFalse();
  }
}
