// SPDX-License-Identifier: Apache-2.0
package checkpoints;

import weft.Weft;
import weft.World;
import weft.checkpoint.Checkpoints;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.codec.Reader;
import weft.collective.Group;
import weft.collective.Operator;
import weft.mobile.MobileArray;
import weft.mobile.MobileObjects;
import weft.mobile.MobileRsr1;
import weft.mobile.MobileType;

/// How do mobile objects outlive a run? Checkpoints hold them with the messages that wait for them,
/// so the body only asks whether it has begun already.
final class SaveObjects {
  private static final int CELLS = 60;
  private static final int HOPS = 200_000;

  private static final Codec<long[]> CODEC =
      Codecs.of("visits", (cell, out) -> out.writeLongs(cell), Reader::readLongs);

  private MobileArray<long[]> cells;
  private MobileRsr1<long[]> visit;

  static void main(String[] args) {
    Weft.launch(args, world -> new SaveObjects().run(world));
  }

  /// A cell is { visits }. A walker visits it, and goes on to a cell that the hops left decide.
  private void run(World world) {
    MobileObjects objects = MobileObjects.of(world);
    MobileType<long[]> type = objects.type("cell", CODEC);
    visit =
        type.rsr1(
            "visit",
            (self, cell, hops) -> {
              cell[0]++;
              if (hops > 0) {
                visit.send(cells.at(hops * hops % CELLS), hops - 1);
              }
            });
    cells = type.array("cells", CELLS, index -> new long[1]);
    Checkpoints<Boolean> checkpoints = Checkpoints.of(world, Codecs.of(Boolean.class));
    world.start();

    boolean begins = checkpoints.restored() == null;
    if (begins && world.rank() == 0) {
      visit.send(cells.at(0), HOPS);
    }
    checkpoints.quiesce(() -> true); // saves whenever a checkpoint is due

    long visits = 0;
    for (int i = 0; i < CELLS; i++) {
      long[] here = objects.here(cells.at(i));
      visits += here == null ? 0 : here[0];
    }
    long sum = Group.world(world).allreduce(visits, Operator.SUM);
    if (world.rank() == 0) {
      System.out.println("the walker made " + sum + " visits");
    }
  }
}
