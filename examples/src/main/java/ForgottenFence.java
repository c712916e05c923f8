// SPDX-License-Identifier: Apache-2.0

// How do I find a forgotten fence?

import weft.GlobalPointer;
import weft.Memory;
import weft.Weft;
import weft.World;
import weft.collective.Group;

void main(String[] args) {
  Weft.launch(args, this::run);
}

/// Run it with --check. Without it, the program may print the right values for years.
void run(World world) {
  Group all = Group.world(world);
  world.start();
  Memory memory = world.memory();
  GlobalPointer row = world.heap().mallocAll(4 * 8L);
  if (world.rank() == 0) {
    memory.put(new long[] {1, 2, 3, 4}, 0, row.at(world.size() - 1), 0, 4);
    // Here memory.fence(world.size() - 1) is missing.
  }
  all.barrier();
  if (world.rank() == world.size() - 1) {
    var values = new long[4];
    memory.get(row, 0, values, 0, 4);
    memory.fence(world.rank());
    IO.println("it has come: " + (values[0] + values[1] + values[2] + values[3]));
  }
  all.barrier();
}
