// SPDX-License-Identifier: Apache-2.0
package weft.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Which address is tried when, and when it is given up.
final class AttemptTest {
  private static final long SECOND = 1_000_000_000L;

  private final InetSocketAddress one = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
  private final InetSocketAddress two = new InetSocketAddress(InetAddress.getLoopbackAddress(), 2);

  @Test
  void allAddressesAreTriedInTurnAndThenAgain() {
    var attempt = new Attempt(3, List.of(one, two));
    long now = System.nanoTime();
    assertThat(attempt.next(now)).isEqualTo(one);
    attempt.failed("refused", now);
    assertThat(attempt.next(now)).isEqualTo(two);
    attempt.failed("no route", now);
    assertThat(attempt.next(now)).as("a pause").isNull();
    assertThat(attempt.next(now + SECOND)).isEqualTo(one);
    assertThat(attempt.isOver(now + SECOND)).isFalse();
    assertThat(attempt.isOver(now + 20 * SECOND)).as("it may have been stopped").isFalse();
    for (int i = 0; i < 3; i++) {
      attempt.failed("refused", now);
      attempt.failed("no route", now);
    }
    assertThat(attempt.isOver(now + 20 * SECOND)).isTrue();
    assertThat(attempt.tried()).contains(":1=refused", ":2=no route");
  }

  @Test
  void itIsNotGivenUpBeforeEachAddressWasTried() {
    var attempt = new Attempt(3, List.of(one, two));
    long now = System.nanoTime();
    attempt.failed("refused", now);
    assertThat(attempt.isOver(now + 20 * SECOND)).isFalse();
  }

  @Test
  void aHostWithoutAnAddressIsGivenUpAtOnce() {
    var attempt = new Attempt(3, List.of());
    assertThat(attempt.next(System.nanoTime())).isNull();
    assertThat(attempt.isOver(System.nanoTime())).isTrue();
    assertThat(attempt.tried()).contains("no address");
  }
}
