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
    state.end(LinkState.End.CLOSED, 5);
    state.end(LinkState.End.CLOSED, 6);

    assertThat(state.due(false, 6)).isZero();
    assertThat(state.canAct()).isFalse();
  }

  @Test
  void theEndOfOneMayBeFollowedByALastWordOnTheOther() {
    state.end(LinkState.End.CLOSED, 5);

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
    state.end(LinkState.End.CLOSED, 5);
    state.end(LinkState.End.CLOSED, 5);

    assertThat(state.due(true, 6)).isZero();
  }

  @Test
  void whoHasFinishedMayGo() {
    state.finish();
    state.end(LinkState.End.CLOSED, 5);
    state.end(LinkState.End.CLOSED, 5);

    assertThat(state.due(false, SECOND)).isEqualTo(LinkState.NEVER);
    assertThat(state.isOver()).isTrue();
  }

  /// A firewall resets connections of processes that live; a kernel may reset one of a dead
  /// process.
  @Test
  void aResetAloneIsNotTheEndOfAProcess() {
    state.end(LinkState.End.RESET, 5);
    assertThat(state.isReset()).isTrue();
    assertThat(state.due(false, 6)).isEqualTo(LinkState.SECOND_RESET - 1);
    state.end(LinkState.End.CLOSED, 7);
    assertThat(state.isReset()).isFalse();
    assertThat(state.due(false, 7)).isZero();
  }

  @Test
  void twoResetsAreNoEndOfAProcessEither() {
    state.end(LinkState.End.RESET, 5);
    state.end(LinkState.End.RESET, 6);
    assertThat(state.isReset()).isTrue();
    assertThat(state.due(false, 6)).isZero();
  }
}
