// SPDX-License-Identifier: Apache-2.0

// How do I spread objects whose work is uneven?

import weft.Weft;
import weft.World;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.codec.Reader;
import weft.mobile.Balanced;
import weft.mobile.MobileArray;
import weft.mobile.MobileObjects;
import weft.mobile.MobileType;
import weft.mobile.balance.Balance;

void main(String[] args) {
  Weft.launch(args, world -> run(world));
}

static final Codec<double[]> CODEC =
    Codecs.of("region", (region, out) -> out.writeDoubles(region), Reader::readDoubles);

static void run(World world) {
  MobileObjects objects = MobileObjects.of(world);
  MobileType<double[]> type = objects.type("region", CODEC);
  type.load(region -> region[0]); // without this line: the measured time of its handlers
  MobileArray<double[]> regions =
      type.array("regions", 240, index -> new double[] {index < 40 ? 10 : 1});
  world.start();

  Balanced done = objects.balance(Balance.greedyRefine(1.05));
  world.quiesce();
  if (world.rank() == 0) {
    System.out.println(
        "uneven before: "
            + (done.before() > 1.05)
            + ", after: "
            + (done.after() > 1.05)
            + ", regions "
            + done.objects());
  }
  assert regions.at(0).word() != 0;
}
