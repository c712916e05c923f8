// SPDX-License-Identifier: Apache-2.0
package weft.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// No ring is lost, whenever it comes. A lost one would let the sleeper sleep on for an hour.
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class SocketBellTest {
  private static final long HOUR = 3_600_000_000_000L;

  @TempDir Path directory;

  private SocketBell first;
  private SocketBell second;

  @BeforeEach
  void hangUp() throws IOException {
    first = SocketBell.open(directory, 0, 3);
    second = SocketBell.open(directory, 1, 3);
  }

  @AfterEach
  void close() {
    first.close();
    second.close();
  }

  @Test
  void aRingBeforeTheSleepEndsIt() throws IOException {
    for (int i = 0; i < 100; i++) {
      first.ring(1);
      second.sleep(HOUR);
    }
  }

  @Test
  void twoWhoWakeEachOther() throws Exception {
    int turns = 2000;
    // Whose turn it is; a spurious wake-up shows the old value.
    var turn = new AtomicInteger();
    var other =
        new Thread(() -> {
          try {
            for (int i = 1; i < turns; i += 2) {
              while (turn.get() != i) {
                second.sleep(HOUR);
              }
              turn.set(i + 1);
              second.ring(0);
            }
          } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
        });
    other.start();
    for (int i = 0; i < turns; i += 2) {
      while (turn.get() != i) {
        first.sleep(HOUR);
      }
      turn.set(i + 1);
      first.ring(1);
    }
    other.join();
    assertThat(turn.get()).isEqualTo(turns);
  }

  @Test
  void oneOfItsOwnProcessWakesItToo() throws IOException {
    first.wake();
    first.sleep(HOUR);
  }

  @Test
  void aSleeperCanRingItself() throws IOException {
    first.ring(0);
    first.sleep(HOUR);
  }

  @Test
  void whoNeverListensStopsNobody() throws IOException {
    for (int i = 0; i < 300_000; i++) {
      first.ring(1);
    }
    second.sleep(HOUR);
  }

  @Test
  void whoIsGoneIsIgnored() throws IOException {
    first.ring(2);
    first.ring(1);
    second.sleep(HOUR);
    second.close();
    for (int i = 0; i < 10; i++) {
      first.ring(1);
      first.ring(2);
    }
    first.wake();
    first.sleep(HOUR);
  }
}
