// SPDX-License-Identifier: Apache-2.0
package weft.bench.tcp;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import weft.Rsr1;
import weft.RsrN;
import weft.Weft;
import weft.World;
import weft.bench.pair.BenchBoard;
import weft.bench.pair.SliceLoop;
import weft.bench.pair.SliceWork;
import weft.bench.pair.WaitLoop;
import weft.bench.pair.Way;

/// The program of two ranks that measure Weft over TCP.
public final class TcpPair {
  /// The slices.
  static final int WORD_TRIP = 0;

  static final int WORD_RATE = 1;
  static final int BYTES_TRIP = 2;
  static final int BYTES_RATE = 3;
  static final int WAIT = 4;
  static final int WAKE = 5;

  /// The largest payload.
  static final int LARGEST = 4 << 20;

  private final SliceWork[] works = new SliceWork[WAKE + 1];
  private final World world;

  /// The handlers that ran since the last look.
  private int ran;

  private TcpPair(World world, BenchBoard board) {
    this.world = world;
    int peer = world.rank() ^ 1;
    Rsr1 word = world.rsr1("word", (source, a) -> ran++);
    RsrN bytes = world.rsrN("bytes", (source, frame) -> ran++);
    var words = new Way((size, i) -> word.send(peer, i), this::poll);
    // In the registered heap, from which large payloads are sent without a copy.
    var payload = new MemorySegment[1];
    var sized = new Way((size, i) -> bytes.send(peer, payload[0], 0, size), this::poll);
    var waits = new WaitLoop(board, world, peer, 1);
    works[WORD_TRIP] = flushed(words).trip();
    works[WORD_RATE] = new Stream(board, words);
    works[BYTES_TRIP] = flushed(sized).trip();
    works[BYTES_RATE] = new Stream(board, sized);
    works[WAIT] = waits.waiting();
    works[WAKE] = waits.waking();
    world.start();
    payload[0] = world.heap().allocate(LARGEST);
  }

  /// Runs the program. The argument is the file shared with the driver.
  public static void main(String[] args) {
    Weft.launch(args, TcpPair::body);
  }

  private static void body(World world) {
    BenchBoard board = BenchBoard.map(Path.of(world.args().get(0)));
    var pair = new TcpPair(world, board);
    board.join();
    new SliceLoop(board, world.rank(), kind -> pair.works[kind]).obey();
  }

  /// The same, as by a rank that waits for an answer: each message leaves at once.
  private Way flushed(Way way) {
    return new Way(
        (size, i) -> {
          way.send().send(size, i);
          world.flush();
        },
        way.poll());
  }

  private int poll() {
    int _ = world.poll();
    int now = ran;
    ran = 0;
    return now;
  }

  /// Messages in one direction. The last ones leave when their rank polls.
  private record Stream(BenchBoard board, Way way) implements SliceWork {
    @Override
    public long lead(int size, long count) {
      long began = System.nanoTime();
      for (long i = 0; i < count; i++) {
        way.send().send(size, i);
      }
      while (!board.isTaken(count)) {
        var _ = way.poll().getAsInt();
      }
      return System.nanoTime() - began;
    }

    @Override
    public long follow(int size, long count) {
      for (long taken = 0; taken < count; ) {
        taken += way.poll().getAsInt();
      }
      board.taken(count);
      return 0;
    }
  }
}
