// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// The measured load of an object is the time of its handlers, also where only some are timed.
final class MeasuredLoadTest {
  private final Resident object =
      new Resident(new ObjectPlace(1, 0), 0, "state", new MemberRounds());
  private int timed;

  private void handle(long nanos) {
    if (object.isSampled()) {
      timed++;
      object.sampled(nanos);
    }
  }

  @Test
  void longHandlersAreAllTimed() {
    for (int i = 0; i < 100; i++) {
      handle(5_000);
    }
    assertThat(timed).isEqualTo(100);
    assertThat(object.load()).isEqualTo(500_000);
  }

  @Test
  void aLongHandlerAfterShortOnesIsNotMissed() {
    for (int i = 0; i < 800; i++) {
      handle(i % 8 == 7 ? 10_000 : 500);
    }
    assertThat(object.load()).isEqualTo(100 * (10_000 + 7 * 500));
  }

  @Test
  void shortHandlersAreSampled() {
    for (int i = 0; i < 64 + 16 * 100; i++) {
      handle(100);
    }
    assertThat(timed).isEqualTo(64 + 100);
    assertThat(object.load()).isEqualTo(100 * (64 + 16 * 100));
  }

  @Test
  void handlersThatBecomeLongAreTimedAgain() {
    for (int i = 0; i < 64 + 16; i++) {
      handle(100);
    }
    for (int i = 0; i < 16; i++) {
      handle(2_000); // the last one stands for all sixteen
    }
    handle(3_000);
    assertThat(object.load()).isEqualTo(100 * (64 + 16) + 16 * 2_000 + 3_000);
  }

  @Test
  void loadsBeginAnew() {
    handle(5_000);
    object.clearLoad();
    handle(7_000);
    assertThat(object.load()).isEqualTo(7_000);
    assertThat(object.loadBefore()).isEqualTo(5_000);
  }
}
