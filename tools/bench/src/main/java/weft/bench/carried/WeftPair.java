// SPDX-License-Identifier: Apache-2.0
package weft.bench.carried;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import weft.Weft;
import weft.World;
import weft.bench.pair.BenchBoard;
import weft.bench.pair.SliceLoop;
import weft.bench.pair.SliceWork;

/// The program of two ranks that measure Weft over a lower layer, and that layer without it.
public final class WeftPair {
  private WeftPair() {}

  /// Runs the program. The arguments are the file shared with the driver, the [LowerLayer], and
  /// whether the ranks are on different hosts.
  public static void main(String[] args) {
    Weft.launch(args, WeftPair::body);
  }

  private static void body(World world) {
    BenchBoard board = BenchBoard.map(Path.of(world.args().get(0)));
    LowerLayer layer = LowerLayer.valueOf(world.args().get(1));
    var ways = new WeftWays(world, board);
    var texts = new PeerText(world);
    world.start();
    ways.allocate();
    world.quiesce();
    try (Bare bare = layer.bare(world, texts, Boolean.parseBoolean(world.args().get(2)))) {
      var bareWays = new BareWays(world, board, bare);
      board.join();
      new SliceLoop(board, world.rank(), number -> work(number, ways, bareWays)).obey();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SliceWork work(int number, WeftWays ways, BareWays bare) {
    SliceWork work = bare.work(number);
    return work == null ? ways.work(number) : work;
  }
}
