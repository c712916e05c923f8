// SPDX-License-Identifier: Apache-2.0
package weft.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import weft.Rsr0;
import weft.World;
import weft.Worlds;
import weft.overlap.Channel;
import weft.overlap.WordChannel;
import weft.transport.rings.ThreadsJob;

/// Claim: the records of a channel are handled once, in the order of the pushes. A handler sees
/// what its sender wrote before the push. In Channel a buffer is one message: its commit is a
/// release, and the poll that finds it is an acquire. Each actor creates its own rank, because a
/// rank belongs to the thread that created it.
public final class ChannelOrder {
  private static final int RECORDS = 20;
  private static final int BUFFER = 64;

  /// The maximum number of the receiver's polls. It is reached only if a record is lost.
  private static final long MOST_POLLS = 200_000_000;

  private ChannelOrder() {}

  /// Two ranks, and the results of the receiver.
  public abstract static class Case {
    private final ThreadsJob job = new ThreadsJob(2, 4096);

    /// Ordinary memory that the sender writes before each push.
    private final int[] shown = new int[RECORDS];

    private boolean more = true;
    int found;
    int disordered;
    int unseen;

    /// The number of records found when the request after them arrived.
    int foundAtRequest;

    private WordChannel words;
    private Rsr0 request;

    private World rank(int number) {
      job.assign(number, Thread.currentThread());
      return Worlds.started(
          job.join(number),
          world -> {
            var channel = Channel.words(world, "words", (source, word) -> onWord((int) word));
            Rsr0 behind =
                world.rsr0(
                    "behind",
                    source -> {
                      foundAtRequest = found;
                      more = false;
                    });
            if (number == 0) {
              words = channel;
              request = behind;
            }
          });
    }

    private void onWord(int word) {
      disordered += word == found ? 0 : 1;
      unseen += shown[word] == word + 1 ? 0 : 1;
      found++;
    }

    /// Pushes all records, and then sends a request.
    final void push(int buffers) {
      World world = rank(0);
      words.bufferBytes(BUFFER);
      words.buffers(buffers);
      for (int i = 0; i < RECORDS; i++) {
        shown[i] = i + 1;
        words.push(1, i);
      }
      words.flush();
      request.send(1);
      world.flush();
    }

    /// Polls until the request has arrived.
    final void receive(III_Result r) {
      World world = rank(1);
      for (long polls = 0; more && polls < MOST_POLLS; polls++) {
        world.poll();
      }
      r.r1 = foundAtRequest;
      r.r2 = disordered;
      r.r3 = unseen;
    }
  }

  /// One buffer for a target.
  @JCStressTest
  @Outcome(id = "20, 0, 0", expect = ACCEPTABLE, desc = "all, in order, before the request")
  @Outcome(expect = FORBIDDEN, desc = "lost, out of order, or handled before the write was visible")
  @State
  public static class OneBuffer extends Case {
    @Actor
    public void sender() {
      push(1);
    }

    @Actor
    public void receiver(III_Result r) {
      receive(r);
    }
  }

  /// Two buffers for a target: a full one may wait while the other is filled.
  @JCStressTest
  @Outcome(id = "20, 0, 0", expect = ACCEPTABLE, desc = "all, in order, before the request")
  @Outcome(expect = FORBIDDEN, desc = "lost, out of order, or handled before the write was visible")
  @State
  public static class TwoBuffers extends Case {
    @Actor
    public void sender() {
      push(2);
    }

    @Actor
    public void receiver(III_Result r) {
      receive(r);
    }
  }
}
