// SPDX-License-Identifier: Apache-2.0

import java.nio.file.Path;
import weft.Counters;
import weft.Rsr1;
import weft.RsrN;
import weft.Weft;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;

/// Active messages between two processes over shared memory.
final class WeftPeer extends JavaPeer {
  /// Words that have arrived and were not taken; the receiver takes them in this order.
  private final long[] words = new long[1 << 16];

  private final byte[] array = new byte[ARRAY];
  private final World world;
  private final Group group;
  private final Rsr1 word;
  private final RsrN bytes;
  private long arrived;
  private long taken;
  private long arrays;
  private long takenArrays;

  private WeftPeer(World world) {
    this.world = world;
    group = Group.world(world);
    word = world.rsr1("word", (source, value) -> take(value));
    bytes =
        world.rsrN(
            "bytes",
            (source, frame) -> {
              frame.copyTo(0, array, 0, ARRAY);
              arrays++;
            });
    world.start();
  }

  public static void main(String[] args) {
    Weft.launch(
        args,
        world -> {
          try {
            new WeftPeer(world).serve(world.rank(), Path.of(world.args().get(0)));
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private void take(long value) {
    if (arrived - taken == words.length) {
      throw new IllegalStateException("more words have arrived than there is room for");
    }
    words[(int) arrived++ & words.length - 1] = value;
  }

  @Override
  void sendWord(long value) {
    word.send(1 - rank, value);
  }

  @Override
  long takeWord() {
    if (taken == arrived) {
      world.pollUntil(() -> taken < arrived);
    }
    return words[(int) taken++ & words.length - 1];
  }

  @Override
  void sendArray(byte[] out) {
    bytes.send(1 - rank, out);
  }

  @Override
  void takeArray(byte[] into) {
    if (takenArrays == arrays) {
      world.pollUntil(() -> takenArrays < arrays);
    }
    takenArrays++;
    System.arraycopy(array, 0, into, 0, ARRAY);
  }

  @Override
  long[] yieldsAndSleeps() {
    Counters counters = world.counters();
    return new long[] {counters.yields(), counters.sleeps()};
  }

  @Override
  void barrier() {
    group.barrier();
  }

  @Override
  long allreduce(long value) {
    return group.allreduce(value, Operator.SUM);
  }
}
