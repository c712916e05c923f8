// SPDX-License-Identifier: Apache-2.0

// How do I choose the rank of each object myself?

import weft.Weft;
import weft.World;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.codec.Reader;
import weft.mobile.MobileObjects;
import weft.mobile.MobileType;
import weft.mobile.balance.BalancePolicy;
import weft.mobile.balance.Loads;
import weft.mobile.balance.Moves;

void main(String[] args) {
  Weft.launch(args, world -> run(world));
}

/// Assigns objects cyclically. Every rank makes the same plan from the same loads.
static final class InTurn implements BalancePolicy {
  @Override
  public void plan(Loads loads, Moves moves) {
    for (int object = 0; object < loads.objects(); object++) {
      moves.move(object, object % loads.ranks());
    }
  }
}

static final Codec<long[]> CODEC =
    Codecs.of("cell", (cell, out) -> out.writeLongs(cell), Reader::readLongs);

static void run(World world) {
  MobileObjects objects = MobileObjects.of(world);
  MobileType<long[]> type = objects.type("cell", CODEC);
  world.start();
  for (int i = 0; world.rank() == 0 && i < 60; i++) {
    type.create(new long[] {i});
  }
  objects.balance(new InTurn());
  world.quiesce();
  System.out.println("rank " + world.rank() + " has " + objects.count() + " cells");
}
