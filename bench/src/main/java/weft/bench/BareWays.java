// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/// The bare ring as a way, and with two additions that tell a sender whether the receiver sleeps.
final class BareWays {
  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
  private static final int BATCH = 256;

  private final BareRing.Writer out;
  private final BareRing.Reader in;
  private final MemorySegment memory;
  private final long asleep;
  private long wakes;

  /// @param asleep where the word stands that says whether the receiver sleeps
  BareWays(BareRing.Writer out, BareRing.Reader in, MemorySegment memory, long asleep) {
    this.out = out;
    this.in = in;
    this.memory = memory;
    this.asleep = asleep;
  }

  private void send(long value) {
    while (!out.offer(1, value)) {
      Thread.onSpinWait();
    }
  }

  /// As it is: whoever sleeps must wake by itself.
  Way plain() {
    return new Way((size, i) -> send(i), () -> in.poll(BATCH));
  }

  /// Each send looks at the receiver's word, which is in the sender's cache while nobody writes it.
  /// The look may come before the message is visible: a sleeper must wait out that time.
  Way looking() {
    return new Way(
        (size, i) -> {
          send(i);
          if ((long) WORD.getAcquire(memory, asleep) != 0) {
            wakes++;
          }
        },
        () -> in.poll(BATCH));
  }

  /// Each send waits until its message is visible, then looks: the textbook's way.
  Way fencing() {
    return new Way(
        (size, i) -> {
          send(i);
          VarHandle.fullFence();
          if ((long) WORD.getAcquire(memory, asleep) != 0) {
            wakes++;
          }
        },
        () -> in.poll(BATCH));
  }

  /// How often a sender has seen a sleeper: never, here.
  long wakes() {
    return wakes;
  }
}
