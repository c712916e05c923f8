// SPDX-License-Identifier: Apache-2.0

// ./weft runs this program once after a build to train its AOT caches: it is the start of a typical
// program. The launcher's JVM compiles it, so that the cache of the launcher also contains the
// compiler.
import weft.Rsr1;
import weft.Weft;

void main(String[] args) {
  Weft.launch(
      args,
      world -> {
        var hops = new long[1];
        Rsr1 pass = world.rsr1("pass", (source, n) -> hops[0] = n);
        world.start();
        if (world.rank() == 0) {
          pass.send(world.next(), 1);
        }
        world.pollUntil(() -> hops[0] != 0);
        if (world.rank() != 0) {
          pass.send(world.next(), hops[0] + 1);
        }
        world.quiesce();
      });
}
