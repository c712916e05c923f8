// SPDX-License-Identifier: Apache-2.0

// How do all ranks get the best of their objects?

import weft.Weft;
import weft.World;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.collective.Group;

void main(String[] args) {
  Weft.launch(args, this::run);
}

record Route(List<String> stops, double length) {}

void run(World world) {
  Group all = Group.world(world);
  world.start();

  Codec<Route> codec = Codecs.record(Route.class);
  var mine = new Route(List.of("rank " + world.rank(), "home"), 100.0 / (world.rank() + 1));
  Route best = all.allreduce(mine, codec, (a, b) -> a.length() <= b.length() ? a : b);
  List<Route> every = all.gather(0, mine, codec); // in the order of ranks

  if (world.rank() == 0) {
    IO.println("the best of " + every.size() + " starts at " + best.stops().getFirst());
  }
}
