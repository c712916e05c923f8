// SPDX-License-Identifier: Apache-2.0

// How does an object move to another rank, and what happens to messages in flight to it?

import weft.Weft;
import weft.World;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.codec.Reader;
import weft.mobile.MobileObjects;
import weft.mobile.MobilePointer;
import weft.mobile.MobileRsr1;
import weft.mobile.MobileType;

void main(String[] args) {
  Weft.launch(args, world -> run(world));
}

static final Codec<long[]> CODEC =
    Codecs.of("traveller", (traveller, out) -> out.writeLongs(traveller), Reader::readLongs);

/// The traveller is { messages seen, messages out of order }.
static void run(World world) {
  MobileObjects objects = MobileObjects.of(world);
  MobileType<long[]> type = objects.type("traveller", CODEC);
  MobileRsr1<long[]> visit =
      type.rsr1(
          "visit",
          (self, traveller, count) -> {
            traveller[1] += count == traveller[0]++ ? 0 : 1;
            self.migrate((self.rank() + 1) % world.size()); // when this handler has returned
          });
  world.start();

  if (world.rank() == 0) {
    MobilePointer<long[]> traveller = type.create(new long[2]);
    for (int i = 0; i < 1000; i++) {
      visit.send(traveller, i); // each arrives once, in this order
    }
  }
  world.quiesce();
  if (objects.count() == 1) {
    MobilePointer<long[]> traveller = type.pointer(1); // the first object of rank 0
    long[] here = objects.here(traveller);
    System.out.println(here[0] + " messages seen, " + here[1] + " out of order");
  }
}
