// SPDX-License-Identifier: Apache-2.0

// My program hangs. Where does each rank wait?

import weft.Rsr0;
import weft.Weft;
import weft.World;
import weft.collective.Group;

void main(String[] args) {
  Weft.launch(args, this::run);
}

void run(World world) throws InterruptedException {
  var signals = new int[1];
  Rsr0 signal = world.rsr0("signal", source -> signals[0]++);
  Group all = Group.world(world);
  world.start();

  if (world.rank() == 0) {
    // No rank sends this rank a signal; its own thread does so after three seconds.
    Thread.ofPlatform().daemon().start(() -> signalLater(world, signal));
    world.pollUntil(() -> signals[0] == 1);
  }
  all.barrier();
}

void signalLater(World world, Rsr0 signal) {
  try {
    Thread.sleep(3_000);
  } catch (InterruptedException e) {
    return;
  }
  world.submit(() -> {
    signal.send(0);
    return true;
  });
}
