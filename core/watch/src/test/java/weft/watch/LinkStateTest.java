// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// From when on the absence of a process is a failure.
final class LinkStateTest {
  private static final long SECOND = 1_000_000_000;

  private final LinkState state = new LinkState();

  @Test
  void whoIsThereHasNotFailed() {
    assertThat(state.due(false, SECOND)).isEqualTo(LinkState.NEVER);
    assertThat(state.canAct()).isTrue();
  }

  @Test
  void theEndOfBothConnectionsIsAFailureAtOnce() {
    state.end(false, 5);
    state.end(false, 6);

    assertThat(state.due(false, 6)).isZero();
    assertThat(state.canAct()).isFalse();
  }

  @Test
  void theEndOfOneMayBeFollowedByALastWordOnTheOther() {
    state.end(false, 5);

    assertThat(state.due(false, 6)).isEqualTo(LinkState.LAST_WORD - 1);
    assertThat(state.due(false, 5 + LinkState.LAST_WORD)).isZero();

    state.finish();
    assertThat(state.due(false, SECOND)).isEqualTo(LinkState.NEVER);
  }

  @Test
  void whoLeavesFailsAfterAMomentUnlessThisProcessEndsToo() {
    state.leave(5);

    assertThat(state.due(false, 6)).isEqualTo(LinkState.COMPANY - 1);
    assertThat(state.due(false, SECOND)).isZero();
    assertThat(state.due(true, SECOND)).isEqualTo(LinkState.NEVER);
    assertThat(state.canAct()).isFalse();
  }

  @Test
  void whoIsKilledWhileThisProcessEndsHasFailed() {
    state.end(false, 5);
    state.end(false, 5);

    assertThat(state.due(true, 6)).isZero();
  }

  @Test
  void whoHasFinishedMayGo() {
    state.finish();
    state.end(false, 5);
    state.end(false, 5);

    assertThat(state.due(false, SECOND)).isEqualTo(LinkState.NEVER);
    assertThat(state.isOver()).isTrue();
  }
}
