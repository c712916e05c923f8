// SPDX-License-Identifier: Apache-2.0
package outofcore;

import weft.Weft;
import weft.World;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.codec.Reader;
import weft.collective.Group;
import weft.collective.Operator;
import weft.mobile.MobileArray;
import weft.mobile.MobileObjects;
import weft.mobile.MobileRsr2;
import weft.mobile.MobileType;
import weft.outofcore.Residence;

/// How does a map fit that is larger than memory? Its tiles are mobile objects. A few of them are
/// in memory, the others on disk, and a message brings the tile that it is for.
final class BigMap {
  private static final int TILE = 512;
  private static final int WALKERS = 64;
  private static final int STEPS = 100;

  private static final Codec<byte[]> CODEC =
      Codecs.of("tile", (tile, out) -> out.writeBytes(tile), Reader::readBytes);

  private final int side;
  private long visits;
  private MobileArray<byte[]> tiles;
  private MobileRsr2<byte[]> visit;

  private BigMap(int side) {
    this.side = side;
  }

  /// The argument is the number of tiles along a side: 64 make a billion cells.
  static void main(String[] args) {
    Weft.launch(
        args,
        world -> {
          String side = world.args().isEmpty() ? "8" : world.args().getFirst();
          new BigMap(Integer.parseInt(side)).run(world);
        });
  }

  private void run(World world) {
    MobileObjects objects = MobileObjects.of(world);
    long cells = (long) side * side * TILE * TILE;
    Residence residence = Residence.of(objects).limit(cells / 4 / world.size()); // or --objects
    MobileType<byte[]> type = objects.type("tile", CODEC);
    visit = type.rsr2("visit", (self, tile, cell, left) -> walk(tile, cell, (int) left));
    tiles = type.array("tiles", (long) side * side, index -> new byte[TILE * TILE]);
    Group all = Group.world(world);
    world.start();
    for (int walker = world.rank(); walker < WALKERS; walker += world.size()) {
      send(walker * 0x9E3779B97F4A7C15L, STEPS);
    }
    world.quiesce();
    long sum = all.allreduce(visits, Operator.SUM);
    long fromDisk = all.allreduce(residence.counters().entered(), Operator.SUM);
    if (world.rank() == 0) {
      System.out.println(sum + " visits to a map of " + cells + " cells");
      System.out.println(fromDisk > sum / 4 ? "most tiles came from disk" : "most were in memory");
    }
  }

  private void walk(byte[] tile, long cell, int left) {
    tile[(int) (cell >>> 40) & TILE * TILE - 1]++;
    visits++;
    if (left > 1) {
      send(cell * 0xD1342543DE82EF95L + 1, left - 1);
    }
  }

  private void send(long cell, int left) {
    visit.send(tiles.at((cell >>> 33) % ((long) side * side)), cell, left);
  }
}
