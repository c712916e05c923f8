// SPDX-License-Identifier: Apache-2.0
package weft.stress.litmus;

import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/// Two processes that pause, retire rings, sleep and wake each other, at random.
///
/// During a pause with polls, the reader retires the silent ring. During a pause without polls, the
/// other process finds its ring full. A sleep ends after [#BOUND_NANOS] at the latest. It counts as
/// missed if a record had arrived and its sender does not ring soon after. By the protocol's one
/// assumption (a store is seen within 15 µs) no wake-up is missed. If one is, it is reported, and
/// nothing is lost.
///
/// Started twice, with the arguments file, rank (0 and 1), bytes of a ring, seed, milliseconds.
public final class SleepAndRetire extends Side {
  private static final long LINGER_NANOS = 15_000;
  private static final long BOUND_NANOS = 2_000_000;

  /// A sender may lose its processor between its record and the bell.
  private static final long GRACE_NANOS = 500_000_000;

  private final SplittableRandom random;
  private int sleeps;
  private int rung;
  private int missed;

  private SleepAndRetire(String[] args) throws IOException {
    super(args);
    this.random = new SplittableRandom(Long.parseLong(args[3]) + rank);
  }

  /// Runs one of the two processes; the exit code is not 0 if a check failed.
  public static void main(String[] args) throws IOException {
    var side = new SleepAndRetire(args);
    side.run();
    System.out.println(
        side.summary()
            + "; "
            + side.sleeps
            + " sleeps, "
            + side.rung
            + " ended by the bell, missed wakes: "
            + side.missed);
  }

  private void run() {
    while (!isOver()) {
      for (int left = random.nextInt(40); left > 0; left--) {
        while (!send()) {
          await(nextBytes());
        }
      }
      switch (random.nextInt(4)) {
        case 0 -> pause(random.nextLong(20_000), false);
        case 1 -> pause(random.nextLong(20_000), true);
        case 2 -> pause(random.nextLong(600_000), true);
        default -> await(0);
      }
    }
    while (!isDone()) {
      sendEnd();
      poll();
    }
  }

  private void pause(long nanos, boolean polls) {
    long until = System.nanoTime() + nanos;
    while (System.nanoTime() < until) {
      for (int i = 0; i < 32; i++) {
        if (polls) {
          poll();
        } else {
          Thread.onSpinWait();
        }
      }
    }
  }

  /// Sleeps until a record arrives or, if `bytes` is not 0, until there is room for them. It does
  /// what Waiting and a transport do together.
  private void await(int bytes) {
    if (poll() > 0) {
      return;
    }
    rings.silence(rank);
    in.prepareSleep();
    boolean isAsleep = (bytes == 0 || !out.requestWake(bytes)) && !arrivesInLinger();
    if (isAsleep) {
      sleep(bytes);
    }
    in.awake();
    in.sweep();
    poll();
  }

  private boolean arrivesInLinger() {
    long until = System.nanoTime() + LINGER_NANOS;
    boolean lingered = false;
    for (; ; ) {
      if (poll() > 0) {
        return true;
      }
      if (lingered) {
        return false;
      }
      lingered = System.nanoTime() >= until;
    }
  }

  private void sleep(int bytes) {
    sleeps++;
    long until = System.nanoTime() + BOUND_NANOS;
    while (System.nanoTime() < until) {
      if (isWoken()) {
        rung++;
        return;
      }
      LockSupport.parkNanos(20_000);
    }
    boolean stands = in.hasUnread(1 - rank) || (bytes > 0 && out.claim(bytes) >= 0);
    long graceUntil = System.nanoTime() + GRACE_NANOS;
    while (stands && !isWoken()) {
      if (System.nanoTime() > graceUntil) {
        missed++;
        return;
      }
      LockSupport.parkNanos(20_000);
    }
  }

  /// A sender withdraws the announcement and rings. A reader that has made room rings.
  private boolean isWoken() {
    return !in.isAsleep() || rings.isRung(rank);
  }
}
