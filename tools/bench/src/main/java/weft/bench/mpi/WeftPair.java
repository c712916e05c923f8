// SPDX-License-Identifier: Apache-2.0
package weft.bench.mpi;

import java.nio.file.Path;
import weft.Weft;
import weft.World;
import weft.bench.pair.BenchBoard;
import weft.bench.pair.SliceLoop;
import weft.bench.pair.SliceWork;

/// The program of two ranks that measure Weft over MPI, and the same MPI calls without it.
public final class WeftPair {
  private WeftPair() {}

  /// Runs the program. The argument is the file shared with the driver.
  public static void main(String[] args) {
    Weft.launch(args, WeftPair::body);
  }

  private static void body(World world) {
    BenchBoard board = BenchBoard.map(Path.of(world.args().get(0)));
    var ways = new WeftWays(world, board);
    world.start();
    ways.allocate();
    world.quiesce();
    var bare = new BareCalls(world, board);
    board.join();
    new SliceLoop(board, world.rank(), number -> work(number, ways, bare)).obey();
    bare.close();
  }

  private static SliceWork work(int number, WeftWays ways, BareCalls bare) {
    SliceWork work = bare.work(number);
    return work == null ? ways.work(number) : work;
  }
}
