// SPDX-License-Identifier: Apache-2.0
package balancing;

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

/// How do I choose the rank of each object myself? By a policy that plans moves.
final class OwnPolicy implements BalancePolicy {
  private static final Codec<long[]> CODEC =
      Codecs.of("cell", (cell, out) -> out.writeLongs(cell), Reader::readLongs);

  private OwnPolicy() {}

  static void main(String[] args) {
    Weft.launch(args, OwnPolicy::run);
  }

  /// Assigns objects cyclically. Every rank makes the same plan from the same loads.
  @Override
  public void plan(Loads loads, Moves moves) {
    for (int object = 0; object < loads.objects(); object++) {
      moves.move(object, object % loads.ranks());
    }
  }

  private static void run(World world) {
    MobileObjects objects = MobileObjects.of(world);
    MobileType<long[]> type = objects.type("cell", CODEC);
    world.start();
    for (int i = 0; world.rank() == 0 && i < 60; i++) {
      type.create(new long[] {i});
    }
    objects.balance(new OwnPolicy());
    world.quiesce();
    IO.println("rank " + world.rank() + " has " + objects.count() + " cells");
  }
}
