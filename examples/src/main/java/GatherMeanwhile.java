// SPDX-License-Identifier: Apache-2.0

// How do I compute while objects are in flight?

import weft.Completion;
import weft.Weft;
import weft.World;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.collective.Group;
import weft.collective.ObjectOperation;

void main(String[] args) {
  Weft.launch(args, this::run);
}

record Route(List<String> stops, double length) {}

void run(World world) {
  Group all = Group.world(world);
  world.start();

  Codec<Route> codec = Codecs.record(Route.class);
  ObjectOperation<Route, List<Route>> routes = ObjectOperation.allgather(codec);
  Completion done = world.completion();

  int count = 0;
  double length = 0;
  double other = 0;
  for (int step = 1; step <= 4; step++) {
    var mine = new Route(List.of("rank " + world.rank(), "home"), step * (world.rank() + 1));
    all.start(routes, mine, done); // mine is encoded now
    while (!done.isDone()) {
      other += Math.sqrt(step); // other work, in pieces
      world.poll(); // the operation makes progress in such calls
    }
    for (Route route : routes.result()) { // in the order of ranks
      count++;
      length += route.length();
    }
  }
  if (world.rank() == 0 && other >= 0) {
    IO.println(count + " routes, " + length + " long together");
  }
}
