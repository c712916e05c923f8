// SPDX-License-Identifier: Apache-2.0
package weft.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import weft.memory.Inbox;
import weft.memory.RingOutbox;
import weft.transport.RecordSink;

/// Claim: the reader zeroes the words that it has read before it publishes its position. In the
/// next laps an unwritten word is therefore zero, and no stale word is read as a header
/// (RingReader.consumed and publish, RingOutbox.claimSlow).
///
/// Every test sends hundreds of records through a ring of 512 bytes: more than ten laps. The sizes
/// are chosen so that records end at different places in each lap, and most laps end with a PAD.
/// After a record that is torn, lost, doubled or invented, all later records are wrong too.
public final class Laps {
  private Laps() {}

  /// A ring, and a reader that checks each record.
  public abstract static class Case implements RecordSink {
    private static final int COUNT = 300;
    private static final int MOST_TRIES = 1 << 24;

    /// Whether a ring of this run was broken; then the run ends early.
    private static volatile boolean broken;

    final RingOutbox out;
    final Inbox in;
    private final int[] words;

    int taken;
    int wrong;
    int calls;

    /// Record `n` has `words[n % words.length]` words.
    Case(int... words) {
      this.words = words;
      var rings = new TinyRings(2);
      out = new RingOutbox(rings, 0, 1, rank -> {});
      in = new Inbox(rings, 1, rank -> {});
    }

    final int words(int n) {
      return words[n % words.length];
    }

    /// Sends record `n` if there is room.
    abstract boolean send(int n);

    final void sendAll() {
      for (int n = 0; n < COUNT; n++) {
        for (int tries = 0; !send(n); tries++) {
          if (isStuck(tries)) {
            return;
          }
        }
      }
    }

    /// Takes records until all have arrived or one is wrong.
    final void takeAll(II_Result r) {
      for (int tries = 0; taken < COUNT && wrong == 0; tries++) {
        if (in.poll(this) > 0) {
          tries = 0;
        } else if (isStuck(tries)) {
          break;
        }
      }
      r.r1 = taken;
      r.r2 = wrong;
      broken |= taken < COUNT || wrong > 0;
    }

    /// Pauses, and returns whether nothing has arrived for long. Then the test fails instead of
    /// hanging.
    private static boolean isStuck(int tries) {
      if ((tries & 255) == 255) {
        Thread.yield();
      } else {
        Thread.onSpinWait();
      }
      return broken || tries > MOST_TRIES;
    }

    /// Whether to leave the record for the next poll.
    boolean refuses() {
      return false;
    }

    @Override
    public final boolean accept(long header, int source, MemorySegment memory, long at) {
      calls++;
      if (refuses()) {
        return false;
      }
      wrong += Records.wrongWords(header, memory, at, taken, words(taken));
      taken++;
      return true;
    }
  }

  /// Records of 0 to 4 words.
  @JCStressTest
  @Outcome(id = "300, 0", expect = ACCEPTABLE, desc = "all there, in order")
  @Outcome(expect = FORBIDDEN, desc = "torn, lost, doubled or invented")
  @State
  public static class OfSmallRecords extends Case {
    public OfSmallRecords() {
      super(1, 4, 0, 2, 3, 1, 0, 4, 4);
    }

    @Override
    boolean send(int n) {
      return Records.send(out, n, words(n));
    }

    @Actor
    public void sender() {
      sendAll();
    }

    @Actor
    public void reader(II_Result r) {
      takeAll(r);
    }
  }

  /// Records of up to the largest size, copied.
  @JCStressTest
  @Outcome(id = "300, 0", expect = ACCEPTABLE, desc = "all there, in order")
  @Outcome(expect = FORBIDDEN, desc = "torn, lost, doubled or invented")
  @State
  public static class OfCopiedRecords extends Case {
    public OfCopiedRecords() {
      super(7, 5, 7, 0, 6, 3, 7);
    }

    @Override
    boolean send(int n) {
      return Records.sendCopied(out, n, words(n));
    }

    @Actor
    public void sender() {
      sendAll();
    }

    @Actor
    public void reader(II_Result r) {
      takeAll(r);
    }
  }

  /// The reader sometimes leaves records in the ring and takes them later.
  @JCStressTest
  @Outcome(id = "300, 0", expect = ACCEPTABLE, desc = "all there, in order")
  @Outcome(expect = FORBIDDEN, desc = "torn, lost, doubled or invented")
  @State
  public static class OfRefusedRecords extends Case {
    public OfRefusedRecords() {
      super(2, 7, 1, 0, 5);
    }

    @Override
    boolean send(int n) {
      return Records.send(out, n, words(n));
    }

    @Override
    boolean refuses() {
      return calls % 3 == 0;
    }

    @Actor
    public void sender() {
      sendAll();
    }

    @Actor
    public void reader(II_Result r) {
      takeAll(r);
    }
  }

  /// The outbox is held, as while a backlog is flushed.
  @JCStressTest
  @Outcome(id = "300, 0", expect = ACCEPTABLE, desc = "all there, in order")
  @Outcome(expect = FORBIDDEN, desc = "torn, lost, doubled or invented")
  @State
  public static class OfAHeldOutbox extends Case {
    public OfAHeldOutbox() {
      super(3, 0, 4, 7, 1);
    }

    @Override
    boolean send(int n) {
      if (n % 10 == 0) {
        out.hold();
      } else if (n % 10 == 5) {
        out.release();
      }
      return n % 10 < 5 ? Records.sendHeld(out, n, words(n)) : Records.send(out, n, words(n));
    }

    @Actor
    public void sender() {
      sendAll();
    }

    @Actor
    public void reader(II_Result r) {
      takeAll(r);
    }
  }
}
