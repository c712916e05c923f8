// SPDX-License-Identifier: Apache-2.0

// How do I distribute an array of objects, send to all of them, and sum their contributions?

import weft.Weft;
import weft.World;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.codec.Reader;
import weft.mobile.MobileArray;
import weft.mobile.MobileObjects;
import weft.mobile.MobileReduction;
import weft.mobile.MobileRsr0;
import weft.mobile.MobileType;

void main(String[] args) {
  Weft.launch(args, world -> new Cells(world).run());
}

/// Cells that contribute to a sum.
static final class Cells {
  private static final Codec<double[]> CODEC =
      Codecs.of("cell", (cell, out) -> out.writeDoubles(cell), Reader::readDoubles);

  private final World world;
  private final MobileArray<double[]> cells;
  private final MobileReduction sum;
  private final MobileRsr0<double[]> give;

  Cells(World world) {
    this.world = world;
    MobileType<double[]> type = MobileObjects.of(world).type("cell", CODEC);
    cells = type.array("cells", 1000, index -> new double[] {1.0 / (1 + index)});
    sum =
        cells.reduction(
            "sum",
            Double::sum, // in the order of indexes: the same bits on any number of ranks
            (round, value) -> System.out.println("round " + round + ": " + value));
    give = type.rsr0("give", (self, cell) -> self.contribute(sum, cell[0]));
  }

  void run() {
    world.start();
    if (world.rank() == 0) {
      give.broadcast(cells);
    }
    world.quiesce();
    if (world.rank() == 0) {
      cells.insert(5000, new double[] {10});
      cells.remove(0);
    }
    world.quiesce();
    if (world.rank() == 0) {
      give.broadcast(cells);
    }
    world.quiesce();
  }
}
