// SPDX-License-Identifier: Apache-2.0

// How do I send an object?

import java.util.ArrayList;
import java.util.List;
import weft.RsrObject;
import weft.Weft;
import weft.World;
import weft.codec.Codecs;

void main(String[] args) {
  Weft.launch(args, this::run);
}

record Particle(String name, double x, List<Integer> visited) {}

void run(World world) {
  var here = new ArrayList<Particle>();
  RsrObject<Particle> move =
      world.rsrObject(
          "move", Codecs.record(Particle.class), (source, particle) -> here.add(particle));
  world.start();

  var visited = new ArrayList<>(List.of(world.rank()));
  move.send(world.next(), new Particle("p" + world.rank(), 0.5, visited));
  visited.add(-1); // send has encoded it: the other rank does not see this
  world.quiesce();

  for (Particle it : here) {
    IO.println("rank " + world.rank() + " has " + it.name() + ", which was on " + it.visited());
  }
}
