// SPDX-License-Identifier: Apache-2.0
package arrays;

import weft.Weft;
import weft.World;
import weft.codec.Codecs;
import weft.mobile.MobileArray;
import weft.mobile.MobileObjects;
import weft.mobile.MobileReduction;
import weft.mobile.MobileRsr0;
import weft.mobile.MobileRsr1;
import weft.mobile.MobileType;

/// How does an array refine and coarsen, and how do I count its elements meanwhile? Its cells
/// split, and end again.
final class RefineArray {
  private static final int COARSE = 100;

  private final World world;
  private final MobileArray<long[]> cells;
  private final MobileRsr0<long[]> split;
  private final MobileRsr1<long[]> count;
  private final MobileReduction cellCount;
  private final MobileReduction borderLevel;

  static void main(String[] args) {
    Weft.launch(args, world -> new RefineArray(world).run());
  }

  private RefineArray(World world) {
    this.world = world;
    MobileType<long[]> type = MobileObjects.of(world).type("cell", Codecs.of(long[].class));
    cells = type.array("cells", COARSE, index -> new long[] {0}); // the level of the cell
    cellCount =
        cells.longReduction(
            "count", Long::sum, (round, sum) -> System.out.println("round " + round + ": " + sum));
    borderLevel = // only these two contribute
        cells
            .section(0, COARSE - 1)
            .longReduction(
                "border", Math::max, (round, level) -> System.out.println("border " + level));
    split =
        type.rsr0(
            "split",
            (self, cell) -> {
              cell[0]++;
              cells.insert(COARSE + self.index(), new long[] {cell[0]});
            });
    count =
        type.rsr1(
            "count",
            (self, cell, border) -> {
              self.contributeLong(cellCount, 1); // inserted cells enter with their parent's round
              if (border != 0 && (self.index() == 0 || self.index() == COARSE - 1)) {
                self.contributeLong(borderLevel, cell[0]);
              }
            });
  }

  private void run() {
    world.start();
    for (int step = 0; step < 3; step++) {
      if (world.rank() == 0) {
        split.broadcast(cells.section(0, 1, 2, 3));
      }
      world.quiesce();
      if (world.rank() == 0) {
        count.broadcast(cells, step == 2 ? 1 : 0);
      }
      world.quiesce();
      for (int i = 0; world.rank() == 0 && i < 4; i++) {
        cells.remove(COARSE + i);
      }
      world.quiesce(); // from here on, the indexes may be inserted again
    }
  }
}
